//! An in-memory client, with which an author tests tools in a plain `#[test]`.
//!
//! It speaks MCP to the service as any client does, through the same handler; there is only no process and
//! no pipe between the two.
//!
//! ```
//! let client = toolnode::testing::Client::start(toolnode::app!()).unwrap();
//! assert!(client.tools().unwrap().is_empty());
//! ```
//!
//! A [`Client::call`] is enough for most tests. What a client can do besides is [`Client::calling`]: progress and messages,
//! cancelling, answering what a tool asks. What a client *is*, its protocol version and what it declares, is its [`Profile`].

mod calling;

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::Runtime;

use crate::app::{App, LoadError, Options};
use crate::serve::{NotServable, Service};

pub use calling::{Answer, Calling, Progress, Running};

/// Bytes that may wait between client and server.
const BUFFER: usize = 1 << 20;

/// The first protocol version that has no handshake.
const NO_HANDSHAKE: &str = "2026-07-28";

/// A client of a service that runs in this process, on a thread of its own.
#[derive(Debug)]
pub struct Client {
    runtime: Runtime,
    wire: RefCell<Wire>,
    /// What goes into the `_meta` of each request (MCP 2026-07-28); empty before that protocol.
    meta: Map<String, Value>,
}

/// How a test client presents itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The protocol version that it speaks. From `2026-07-28` on there is no handshake; before, there is one.
    pub protocol_version: String,
    /// What it says that it can do, such as `{"elicitation": {}}`.
    pub capabilities: Value,
}

impl Profile {
    /// A client of a protocol version that declares no capability.
    pub fn new(protocol_version: impl Into<String>) -> Self {
        Self { protocol_version: protocol_version.into(), capabilities: json!({}) }
    }

    /// Declares capabilities, as MCP writes them.
    #[must_use]
    pub fn with_capabilities(self, capabilities: Value) -> Self {
        Self { capabilities, ..self }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::new("2025-11-25")
    }
}

#[derive(Debug)]
struct Wire {
    lines: BufReader<ReadHalf<DuplexStream>>,
    out: WriteHalf<DuplexStream>,
    last_id: u64,
    /// Answers to requests whose turn has not come.
    kept: Vec<Value>,
}

/// Why a test client did not start, or lost its service.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The instance could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The service does not start.
    #[error(transparent)]
    NotServable(#[from] NotServable),
    /// The connection is broken.
    #[error("the service does not answer: {0}")]
    Connection(#[from] std::io::Error),
    /// An answer that is no JSON-RPC.
    #[error("the service answered something that is no JSON-RPC: {0}")]
    NotJsonRpc(#[from] serde_json::Error),
    /// A protocol error.
    #[error("{} (code {code})", .message)]
    Protocol {
        /// The JSON-RPC code.
        code: i64,
        /// The message.
        message: String,
        /// What programs are told.
        data: Option<Value>,
    },
    /// A call ended where it was to tell of its progress.
    #[error("the call ended: {0}")]
    Ended(String),
}

impl Client {
    /// Starts the service of an instance and begins a session. The folder is found as the command line
    /// finds it.
    ///
    /// # Errors
    ///
    /// The instance cannot be loaded, or the service does not start.
    pub fn start(app: App) -> Result<Self, ClientError> {
        Self::start_with(app, &Options::default())
    }

    /// Like [`start`](Self::start), for a folder or a host of one's own.
    ///
    /// # Errors
    ///
    /// The instance cannot be loaded, or the service does not start.
    pub fn start_with(app: App, options: &Options) -> Result<Self, ClientError> {
        Self::start_as(app, options, &Profile::default())
    }

    /// Like [`start_with`](Self::start_with), for a client of one's own.
    ///
    /// # Errors
    ///
    /// The instance cannot be loaded, or the service does not start.
    #[allow(clippy::needless_pass_by_value, reason = "as with the others that start one")]
    pub fn start_as(app: App, options: &Options, profile: &Profile) -> Result<Self, ClientError> {
        let projection = Arc::new(app.projection(options)?);
        let deployment = app.deployment(options)?;
        let states = app.states(&projection);
        Self::of_service(Service::deployed(projection, states, &deployment, None)?, profile)
    }

    /// A client of a service that was made.
    pub(crate) fn of_service(service: Service, profile: &Profile) -> Result<Self, ClientError> {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build();
        let served_by = runtime()?;
        let (near, far) = tokio::io::duplex(BUFFER);
        let (read, write) = tokio::io::split(far);
        std::thread::Builder::new().name("toolnode-testing".to_owned()).spawn(move || {
            // The end of the session is the end of the client.
            let _ = served_by.block_on(service.serve_streams(read, write));
            served_by.shutdown_background();
        })?;
        let (read, out) = tokio::io::split(near);
        let wire =
            RefCell::new(Wire { lines: BufReader::new(read), out, last_id: 0, kept: Vec::new() });
        let mut client = Self { runtime: runtime()?, wire, meta: Map::new() };
        let info = json!({"name": "toolnode-testing", "version": env!("CARGO_PKG_VERSION")});
        if profile.protocol_version.as_str() < NO_HANDSHAKE {
            client.request(
                "initialize",
                &json!({
                    "protocolVersion": profile.protocol_version,
                    "capabilities": profile.capabilities,
                    "clientInfo": info,
                }),
            )?;
            client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        } else {
            let said = [
                ("protocolVersion", json!(profile.protocol_version)),
                ("clientCapabilities", profile.capabilities.clone()),
                ("clientInfo", info),
            ];
            let key = |name| format!("io.modelcontextprotocol/{name}");
            client.meta = said.into_iter().map(|(name, value)| (key(name), value)).collect();
        }
        Ok(client)
    }

    /// The tools as `tools/list` gives them.
    ///
    /// # Errors
    ///
    /// The service does not answer, or answers by a protocol error.
    pub fn tools(&self) -> Result<Vec<Value>, ClientError> {
        let mut result = self.request("tools/list", &json!({}))?;
        Ok(result["tools"].as_array_mut().map(std::mem::take).unwrap_or_default())
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// The service does not answer, or answers by a protocol error, as for an unknown tool. A tool that
    /// fails is an [`Answer`] with `is_error`.
    pub fn call(&self, name: &str, arguments: Value) -> Result<Answer, ClientError> {
        self.calling(name, arguments).answer()
    }

    /// A call with more than arguments; it is not sent yet.
    pub fn calling(&self, name: &str, arguments: Value) -> Calling<'_> {
        Calling::new(self, name, arguments)
    }

    /// Sends a request of any method and waits for its answer; notifications in between are passed over.
    ///
    /// # Errors
    ///
    /// The service does not answer, or answers by a protocol error.
    pub fn request(&self, method: &str, params: &Value) -> Result<Value, ClientError> {
        let id = self.next_id();
        self.begin(id, method, params.clone())?;
        loop {
            let mut message = self.receive(id)?;
            if message["id"] == json!(id) {
                return result(&mut message);
            }
        }
    }

    fn next_id(&self) -> u64 {
        let mut wire = self.wire.borrow_mut();
        wire.last_id += 1;
        wire.last_id
    }

    /// Sends a request.
    fn begin(&self, id: u64, method: &str, mut params: Value) -> Result<(), ClientError> {
        for (key, value) in &self.meta {
            if params["_meta"].get(key).is_none() {
                params["_meta"][key] = value.clone();
            }
        }
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    /// The next message that is no answer to another request than this one; those wait for who asked.
    fn receive(&self, id: u64) -> Result<Value, ClientError> {
        let mut wire = self.wire.borrow_mut();
        if let Some(at) = wire.kept.iter().position(|message| message["id"] == id) {
            return Ok(wire.kept.swap_remove(at));
        }
        loop {
            let mut line = String::new();
            if self.runtime.block_on(wire.lines.read_line(&mut line))? == 0 {
                return Err(ClientError::Connection(std::io::ErrorKind::UnexpectedEof.into()));
            }
            let message: Value = serde_json::from_str(&line)?;
            if message.get("id").is_none_or(|other| *other == id) {
                return Ok(message);
            }
            wire.kept.push(message);
        }
    }

    fn send(&self, message: &Value) -> Result<(), ClientError> {
        let mut wire = self.wire.borrow_mut();
        let line = format!("{message}\n");
        self.runtime.block_on(async {
            wire.out.write_all(line.as_bytes()).await?;
            wire.out.flush().await
        })?;
        Ok(())
    }
}

/// The result in an answer, or its error.
fn result(message: &mut Value) -> Result<Value, ClientError> {
    let Some(error) = message.get("error") else { return Ok(message["result"].take()) };
    Err(ClientError::Protocol {
        code: error["code"].as_i64().unwrap_or_default(),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        data: error.get("data").cloned(),
    })
}
