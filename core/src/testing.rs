//! An in-memory client, with which an author tests tools in a plain `#[test]`.
//!
//! It speaks MCP to the service as any client does, through the same handler; there is only no process and
//! no pipe between the two.
//!
//! ```
//! let client = toolnode::testing::Client::start(toolnode::app!()).unwrap();
//! assert!(client.tools().unwrap().is_empty());
//! ```

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::runtime::Runtime;

use crate::app::{App, LoadError, Options};
use crate::serve::{NotServable, Service};

/// Bytes that may wait between client and server.
const BUFFER: usize = 1 << 20;

/// A client of a service that runs in this process.
#[derive(Debug)]
pub struct Client {
    runtime: Runtime,
    wire: RefCell<Wire>,
}

#[derive(Debug)]
struct Wire {
    lines: BufReader<ReadHalf<DuplexStream>>,
    out: WriteHalf<DuplexStream>,
    last_id: u64,
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
    },
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Whether it is an error result.
    pub is_error: bool,
    /// The structured content, where there is one.
    pub structured: Option<Value>,
    /// The content blocks, as MCP writes them.
    pub content: Vec<Value>,
}

impl Answer {
    /// The text blocks, one after the other.
    pub fn text(&self) -> String {
        self.content.iter().filter_map(|block| block["text"].as_str()).collect()
    }
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
        let projection = Arc::new(app.projection(options)?);
        let limits = app.deployment(options)?.limits;
        let service = Service::with_limits(projection, app.states, limits)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (near, far) = tokio::io::duplex(BUFFER);
        let (read, write) = tokio::io::split(far);
        runtime.spawn(async move {
            // The end of the session is the end of the client.
            let _ = service.serve_streams(read, write).await;
        });
        let (read, out) = tokio::io::split(near);
        let wire = Wire { lines: BufReader::new(read), out, last_id: 0 };
        let client = Self { runtime, wire: RefCell::new(wire) };
        client.request(
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "toolnode-testing", "version": env!("CARGO_PKG_VERSION")},
            }),
        )?;
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
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
        let mut params = json!({"name": name});
        params["arguments"] = arguments;
        let result = self.request("tools/call", &params)?;
        Ok(Answer {
            is_error: result["isError"] == json!(true),
            structured: result.get("structuredContent").cloned(),
            content: result["content"].as_array().cloned().unwrap_or_default(),
        })
    }

    /// Sends a request of any method and waits for its answer; notifications in between are passed over.
    ///
    /// # Errors
    ///
    /// The service does not answer, or answers by a protocol error.
    pub fn request(&self, method: &str, params: &Value) -> Result<Value, ClientError> {
        let id = {
            let mut wire = self.wire.borrow_mut();
            wire.last_id += 1;
            wire.last_id
        };
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut line = String::new();
            let mut wire = self.wire.borrow_mut();
            if self.runtime.block_on(wire.lines.read_line(&mut line))? == 0 {
                return Err(ClientError::Connection(std::io::ErrorKind::UnexpectedEof.into()));
            }
            let mut message: Value = serde_json::from_str(&line)?;
            if message["id"] != json!(id) {
                continue;
            }
            if let Some(error) = message.get("error") {
                return Err(ClientError::Protocol {
                    code: error["code"].as_i64().unwrap_or_default(),
                    message: error["message"].as_str().unwrap_or_default().to_owned(),
                });
            }
            return Ok(message["result"].take());
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
