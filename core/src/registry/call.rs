//! One call of a function: what goes in and what comes out, types erased.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::registry::{Content, Context, InputRequired, ProtocolError};

/// What a handler is given: the arguments, which match the served schema, and the surroundings.
#[derive(Debug)]
pub struct Call {
    /// The arguments, by name.
    pub arguments: Map<String, Value>,
    /// The surroundings.
    pub context: Context,
}

/// The future of an async handler.
pub type ReplyFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// What a handler answers at once.
pub enum Started {
    /// Arguments that the types refuse; nothing ran.
    Refused(Vec<BadInput>),
    /// A plain function has ended.
    Done(Reply),
    /// An async function has begun.
    Running(ReplyFuture),
}

impl fmt::Debug for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(inputs) => f.debug_tuple("Refused").field(inputs).finish(),
            Self::Done(reply) => f.debug_tuple("Done").field(reply).finish(),
            Self::Running(_) => f.write_str("Running"),
        }
    }
}

/// An input that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    /// Name of the input.
    pub name: String,
    /// The rule that it breaks, as a sentence.
    pub rule: String,
    /// What was sent; null where nothing was, or where the input is secret.
    pub value: Value,
}

/// What a tool answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Content blocks.
    pub content: Vec<Content>,
    /// The structured value, where the tool declares one.
    pub structured: Option<Value>,
    /// Whether the tool failed; the content then says why.
    pub is_error: bool,
    /// What is beside the answer: `_meta` on the wire (MCP 2025-11-25, *General fields*).
    pub meta: Map<String, Value>,
    /// What the client is sent, if not this.
    pub kind: ReplyKind,
}

/// What a client is sent. Where it is no result, the content says the same for those who cannot be sent it: an older client,
/// a command line, a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ReplyKind {
    /// The answer as it is: the result of the call.
    #[default]
    Answer,
    /// A JSON-RPC error.
    Protocol(ProtocolError),
    /// A question, after whose answer the client calls again.
    InputRequired(InputRequired),
}

impl Reply {
    /// The key of [`meta`](Self::meta) under which a command's success has what it wrote to standard error.
    pub const STDERR: &str = "toolnode/stderr";

    /// A successful answer in text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![Content::text(text)], ..Self::default() }
    }

    /// A structured value, and the same as text for clients that know no structured content.
    pub(crate) fn from_json(value: Result<Value, serde_json::Error>) -> Self {
        match value {
            Ok(value) => Self { structured: Some(value.clone()), ..Self::text(value.to_string()) },
            Err(error) => Self::error(format!("The result cannot be written as JSON: {error}.")),
        }
    }

    /// A failure that a model can act on.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }
}
