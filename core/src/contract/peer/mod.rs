//! A server as a client sees it: raw JSON, for typed clients drop what they do not know.

mod child;
mod http;
#[cfg(feature = "tls")]
mod tls;

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value, json};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// More pages than any list has.
const PAGES: usize = 10_000;

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A program that speaks over its standard input and output, and its arguments.
    Command(Vec<String>),
    /// A streamable HTTP endpoint.
    Url(String),
}

/// A protocol generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Generation {
    /// With `initialize`, as of 2025-11-25 and before.
    Session,
    /// Without, each request complete in itself, as of 2026-07-28.
    Stateless,
}

/// What a server says of itself in one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// In which generation.
    pub generation: Generation,
    /// `serverInfo`.
    pub server: Value,
    /// All its tools, as they came.
    pub tools: Vec<Value>,
}

/// A server that could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// It does not start, or is not there.
    #[error("{address} cannot be reached: {why}")]
    Unreachable {
        /// Which.
        address: Address,
        /// Why.
        why: String,
    },
    /// It ends, or says nothing for too long.
    #[error("{method} was not answered: {why}")]
    NoAnswer {
        /// What was asked.
        method: &'static str,
        /// Why not.
        why: String,
    },
    /// It answers with an error.
    #[error("{method} was answered with an error: {error}")]
    Refused {
        /// What was asked.
        method: &'static str,
        /// The JSON-RPC error.
        error: Value,
    },
    /// Its answer is no such answer.
    #[error("the answer to {method} is not one: {why}")]
    Malformed {
        /// What was asked.
        method: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(words) => write!(f, "`{}`", words.join(" ")),
            Self::Url(url) => f.write_str(url),
        }
    }
}

impl Generation {
    /// Its revision of the protocol.
    pub fn revision(self) -> &'static str {
        match self {
            Self::Session => "2025-11-25",
            Self::Stateless => "2026-07-28",
        }
    }
}

/// One connection.
trait Wire {
    /// Sends a request and waits for its answer.
    fn request(&mut self, method: &'static str, params: Value) -> Result<Value, PeerError>;

    /// Sends a notification.
    fn notify(&mut self, method: &'static str) -> Result<(), PeerError>;
}

/// Asks a server what it serves, in each generation that it speaks; each on a connection of its own.
///
/// # Errors
///
/// It cannot be reached, or does not list its tools in any generation. Where it lists them in one only, the other's answer is
/// not in the result.
pub fn ask(address: &Address) -> Result<Vec<Said>, PeerError> {
    let session = say(address, Generation::Session);
    let stateless = say(address, Generation::Stateless);
    match (session, stateless) {
        (Ok(session), Ok(stateless)) => Ok(vec![session, stateless]),
        (Ok(session), Err(error)) => known_only(session, error),
        (Err(error), Ok(stateless)) => known_only(stateless, error),
        (Err(error), Err(_)) => Err(error),
    }
}

/// A server may speak one generation only; then it refuses the first request of the other. Anything else is a fault.
fn known_only(said: Said, error: PeerError) -> Result<Vec<Said>, PeerError> {
    let is_first = |method: &str| matches!(method, "initialize" | "server/discover");
    match error {
        PeerError::Refused { method, .. } if is_first(method) => Ok(vec![said]),
        // Older servers end, or keep silent, where the first message is not `initialize`.
        PeerError::NoAnswer { method, .. } if is_first(method) => Ok(vec![said]),
        other => Err(other),
    }
}

fn say(address: &Address, generation: Generation) -> Result<Said, PeerError> {
    let mut wire: Box<dyn Wire> = match address {
        Address::Command(words) => Box::new(child::Child::start(words)?),
        Address::Url(url) => Box::new(http::Http::new(url)),
    };
    let wire = wire.as_mut();
    let about = json!({"name": "toolnode-check", "version": env!("CARGO_PKG_VERSION")});
    let mut common = Map::new();
    let server = match generation {
        Generation::Session => {
            let params = json!({
                "protocolVersion": generation.revision(), "capabilities": {}, "clientInfo": about,
            });
            let answer = wire.request("initialize", params)?;
            wire.notify("notifications/initialized")?;
            answer.get("serverInfo").cloned()
        }
        Generation::Stateless => {
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": generation.revision(),
                "io.modelcontextprotocol/clientInfo": about,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
            common.insert("_meta".to_owned(), meta);
            let answer = wire.request("server/discover", json!(common))?;
            let meta =
                answer.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
            answer.get("serverInfo").or(meta).cloned()
        }
    };
    let tools = tools(wire, &common)?;
    Ok(Said { generation, server: server.unwrap_or_default(), tools })
}

/// All pages of `tools/list`.
fn tools(wire: &mut dyn Wire, common: &Map<String, Value>) -> Result<Vec<Value>, PeerError> {
    const METHOD: &str = "tools/list";
    let malformed = |why: String| PeerError::Malformed { method: METHOD, why };
    let mut tools = Vec::new();
    let mut params = common.clone();
    let mut seen = BTreeSet::new();
    for _ in 0..PAGES {
        let mut page = wire.request(METHOD, json!(params))?;
        match page.get_mut("tools").map(Value::take) {
            Some(Value::Array(page)) => tools.extend(page),
            _ => return Err(malformed("`tools` is no list".to_owned())),
        }
        match page.get("nextCursor") {
            None | Some(Value::Null) => return Ok(tools),
            Some(Value::String(cursor)) => {
                if !seen.insert(cursor.clone()) {
                    return Err(malformed(format!("the cursor {cursor:?} is given a second time")));
                }
                params.insert("cursor".to_owned(), json!(cursor));
            }
            Some(other) => return Err(malformed(format!("`nextCursor` is {other}"))),
        }
    }
    Err(malformed(format!("there are more than {PAGES} pages")))
}

/// The result of a JSON-RPC answer.
fn result(method: &'static str, mut answer: Value) -> Result<Value, PeerError> {
    if let Some(error) = answer.get_mut("error").map(Value::take) {
        return Err(PeerError::Refused { method, error });
    }
    answer.get_mut("result").map(Value::take).ok_or_else(|| PeerError::Malformed {
        method,
        why: "it has neither `result` nor `error`".to_owned(),
    })
}
