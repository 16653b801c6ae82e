//! What a call asks of the client before it can go on (MCP 2026-07-28, *Multi Round-Trip Requests*).

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::registry::types;

/// What a call needs first. A tool gives it as its error; the client answers what is asked and calls the tool again, with the
/// same arguments, and [`Context`](crate::Context) has the answers. A tool must not change anything before it has them.
///
/// A client whose protocol is older than 2026-07-28 cannot be asked: it gets an error result that says so. One that did not
/// declare the capability for a question gets the protocol error for that.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use toolnode::{Context, Elicited, InputRequired};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Guest {
///     /// As it shall be on the badge.
///     name: String,
/// }
///
/// fn badge_print(context: &Context) -> Result<String, InputRequired> {
///     match context.elicited("guest") {
///         Some(Elicited::Accepted(Guest { name })) => Ok(format!("printed {name}")),
///         Some(Elicited::Declined | Elicited::Cancelled) => Ok("nothing was printed".to_owned()),
///         None => Err(InputRequired::new().form::<Guest>("guest", "Who is it for?")),
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputRequired {
    pub(crate) requests: BTreeMap<String, InputRequest>,
    pub(crate) state: Option<String>,
}

/// One thing that is asked.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// A person fills in a form: `elicitation/create`.
    Form {
        /// What the person is told.
        message: String,
        /// What is filled in: a JSON Schema of an object of plain values.
        schema: Value,
    },
    /// A person opens a page, as for a password, which does not pass through the client: `elicitation/create`, mode `url`.
    Url {
        /// What the person is told.
        message: String,
        /// The page.
        url: String,
    },
    /// A model completes a conversation: `sampling/createMessage` with these parameters.
    Sampling(Value),
    /// The client names its folders: `roots/list`.
    Roots,
}

impl InputRequest {
    /// The client capability that it takes.
    pub fn capability(&self) -> &'static str {
        match self {
            Self::Form { .. } => "elicitation",
            Self::Url { .. } => "elicitation.url",
            Self::Sampling(_) => "sampling",
            Self::Roots => "roots",
        }
    }
}

/// What a person did with a form or a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// Filled in.
    Accepted(T),
    /// Said no.
    Declined,
    /// Closed it without a choice.
    Cancelled,
}

impl InputRequired {
    /// Nothing yet; add what is asked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks a person to fill in a form whose fields are those of `T`: strings, numbers, booleans and enums of words, each
    /// with its doc comment. The answer is [`Context::elicited`](crate::Context::elicited) of the same key.
    #[must_use]
    pub fn form<T: JsonSchema>(self, key: impl Into<String>, message: impl Into<String>) -> Self {
        self.ask(key, InputRequest::Form { message: message.into(), schema: form_schema::<T>() })
    }

    /// Asks a person to open a page.
    #[must_use]
    pub fn url(
        self,
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Self {
        self.ask(key, InputRequest::Url { message: message.into(), url: url.into() })
    }

    /// Asks for anything. The answer is [`Context::input_response`](crate::Context::input_response) of the same key.
    #[must_use]
    pub fn ask(mut self, key: impl Into<String>, request: InputRequest) -> Self {
        self.requests.insert(key.into(), request);
        self
    }

    /// What the client gives back with the answers, word for word: [`Context::request_state`](crate::Context::request_state).
    /// It has seen it and can send anything in its place, so keep in it only what may be forged, or sign it.
    #[must_use]
    pub fn with_state(mut self, state: impl Into<String>) -> Self {
        self.state = Some(state.into());
        self
    }
}

impl fmt::Display for InputRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("more is needed first")?;
        for (number, (key, request)) in self.requests.iter().enumerate() {
            f.write_str(if number == 0 { ": " } else { "; " })?;
            match request {
                InputRequest::Form { message, .. } => f.write_str(message)?,
                InputRequest::Url { message, url } => write!(f, "{message} ({url})")?,
                InputRequest::Sampling(_) => write!(f, "a model's answer (`{key}`)")?,
                InputRequest::Roots => write!(f, "the client's folders (`{key}`)")?,
            }
        }
        Ok(())
    }
}

/// The client's answer to a form, where it is one and fits.
pub(super) fn elicited<T: DeserializeOwned>(response: &Value) -> Option<Elicited<T>> {
    match response.get("action")?.as_str()? {
        "accept" => {
            let content = response.get("content").cloned().unwrap_or(Value::Object(Map::new()));
            serde_json::from_value(content).ok().map(Elicited::Accepted)
        }
        "decline" => Some(Elicited::Declined),
        "cancel" => Some(Elicited::Cancelled),
        _ => None,
    }
}

/// Keywords that a field of a form may have (MCP 2026-07-28, *Elicitation*, "Requested Schema").
const FIELD: [&str; 13] = [
    "const",
    "default",
    "description",
    "enum",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "title",
];

/// Formats that a text in a form may have.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// The schema of a type as clients take it for a form.
fn form_schema<T: JsonSchema>() -> Value {
    let schema = types::inline_schema::<T>();
    let mut form = Map::from_iter([("type".to_owned(), "object".into())]);
    let field = |(name, schema): (&String, &Value)| (name.clone(), field(schema));
    let fields = schema.get("properties").and_then(Value::as_object);
    let fields: Map<_, _> = fields.into_iter().flatten().map(field).collect();
    form.insert("properties".to_owned(), fields.into());
    if let Some(required) = schema.get("required") {
        form.insert("required".to_owned(), required.clone());
    }
    Value::Object(form)
}

fn field(schema: &Value) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut field: Map<_, _> = FIELD
        .iter()
        .filter_map(|keyword| Some(((*keyword).to_owned(), schema.get(*keyword)?.clone())))
        .collect();
    // `Option<T>` is a field that may be left out, and never null.
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().find(|kind| *kind != "null"),
        kind => kind,
    };
    field.extend(kind.map(|kind| ("type".to_owned(), kind.clone())));
    let format = schema.get("format").filter(|f| f.as_str().is_some_and(|f| FORMATS.contains(&f)));
    field.extend(format.map(|format| ("format".to_owned(), format.clone())));
    Value::Object(field)
}
