//! How a call ends otherwise than by an answer of its tool.

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

use crate::registry::{InputRequired, Reply, ReplyKind};

/// Why a call has no ordinary answer. It is the error type of a tool that needs more than a message: `?` turns any error
/// into [`Failed`](Self::Failed), and a [`ProtocolError`] or an [`InputRequired`] into what it is.
///
/// ```
/// use toolnode::{CallError, Context, ProtocolError};
///
/// fn page_number(context: &Context, text: &str) -> Result<u32, CallError> {
///     context.require("roots")?;
///     let number: u32 = text.parse()?;
///     if number == 0 {
///         return Err(ProtocolError::new(-32602, "pages are counted from 1").into());
///     }
///     Ok(number)
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum CallError {
    /// The tool failed. A model is told, and can act on it: an error result.
    Failed(String),
    /// The request is at fault, or the client: a JSON-RPC error, which a model does not see.
    Protocol(ProtocolError),
    /// The client is asked for something first.
    InputRequired(InputRequired),
}

impl CallError {
    /// A failure that a model can act on.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

// It is no `std::error::Error` itself, as the errors of `anyhow` are none: that leaves room for this.
impl<E: Error> From<E> for CallError {
    fn from(error: E) -> Self {
        Self::Failed(with_sources(&error, error.source()))
    }
}

impl From<ProtocolError> for CallError {
    fn from(error: ProtocolError) -> Self {
        Self::Protocol(error)
    }
}

impl From<InputRequired> for CallError {
    fn from(asked: InputRequired) -> Self {
        Self::InputRequired(asked)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(message) => f.write_str(message),
            Self::Protocol(error) => error.fmt(f),
            Self::InputRequired(asked) => asked.fmt(f),
        }
    }
}

impl From<CallError> for Reply {
    fn from(error: CallError) -> Self {
        let told = Self::error(error.to_string());
        match error {
            CallError::Failed(_) => told,
            CallError::Protocol(error) => Self { kind: ReplyKind::Protocol(error), ..told },
            CallError::InputRequired(asked) => {
                Self { kind: ReplyKind::InputRequired(asked), ..told }
            }
        }
    }
}

/// A JSON-RPC error, for what a model cannot mend: the client is told by its code.
///
/// What a model can mend, such as a value that is not there, is better a failure of the tool.
#[derive(Clone, Debug, PartialEq)]
pub struct ProtocolError {
    /// The code: -32602 for parameters that are wrong, -32603 for a fault of the server, or one of the tool's own. MCP keeps
    /// -32020 to -32099 for itself.
    pub code: i32,
    /// What happened, in one sentence.
    pub message: String,
    /// More of it, for programs.
    pub data: Option<Value>,
}

impl ProtocolError {
    /// The code for a capability that the client did not declare (MCP 2026-07-28, *Error Codes*).
    pub const MISSING_CAPABILITY: i32 = -32021;

    /// An error without data.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Adds what programs are told.
    #[must_use]
    pub fn with_data(self, data: Value) -> Self {
        Self { data: Some(data), ..self }
    }

    /// The client lacks capabilities without which the call cannot be done, each by its name, as in `sampling` or
    /// `elicitation.url`. The data has them as MCP 2026-07-28 wants it: `{"requiredCapabilities": {"sampling": {}}}`.
    pub fn missing_capability(names: &[&str]) -> Self {
        let mut required = Map::new();
        for name in names {
            let mut at = &mut required;
            for part in name.split('.') {
                let inside = at.entry(part).or_insert_with(|| Value::Object(Map::new()));
                let Value::Object(inside) = inside else { break };
                at = inside;
            }
        }
        let message = format!("this needs a client that declares {}", names.join(", "));
        Self::new(Self::MISSING_CAPABILITY, message)
            .with_data(serde_json::json!({ "requiredCapabilities": required }))
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (code {})", self.message, self.code)
    }
}

/// An error's message and those of its sources, without what the message has repeated already.
pub(super) fn with_sources(
    error: &(impl fmt::Display + ?Sized),
    mut source: Option<&(dyn Error + 'static)>,
) -> String {
    let mut text = error.to_string();
    while let Some(error) = source {
        let message = error.to_string();
        if !text.ends_with(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        source = error.source();
    }
    text
}
