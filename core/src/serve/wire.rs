//! JSON-RPC over two streams, a message a line. rmcp's own transport would render `tools/list` anew each time, and tell a
//! client nothing of a line that it cannot read.

use std::io;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use memchr::memmem::Finder;
use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequest, ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorData, GetMeta,
    JsonRpcMessage, JsonRpcRequest, ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex as AsyncMutex;

use super::MESSAGE_BYTES;
use super::listing::Prepared;
use super::malformed::{self, Malformed};

/// The server's end of a connection.
pub(super) struct Wire<R, W> {
    input: BufReader<R>,
    /// What was read of a line so far: reading may be broken off and taken up again.
    line: Vec<u8>,
    /// Whether the rest of a line is passed over, because it is too long.
    skipping: bool,
    /// Whether a message said in which generation the session is.
    begun: bool,
    /// Where the pages of `tools/list` will be, by request.
    listings: Vec<(RequestId, Prepared)>,
    output: Arc<Output<W>>,
}

/// The way out, shared by all answers.
struct Output<W> {
    /// Whole lines that wait to be written.
    waiting: Mutex<Vec<u8>>,
    /// Nothing, once it is closed.
    stream: AsyncMutex<Option<W>>,
}

impl<R, W> Wire<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(super) fn new(input: R, output: W) -> Self {
        let output = Output { waiting: Mutex::default(), stream: AsyncMutex::new(Some(output)) };
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: false,
            begun: false,
            listings: Vec::new(),
            output: Arc::new(output),
        }
    }

    /// Reads until `line` holds a line and its end. Gives whether there is one; it is too long where `line` is empty.
    async fn read_line(&mut self) -> io::Result<bool> {
        loop {
            let room = MESSAGE_BYTES.saturating_sub(self.line.len()) as u64;
            let read = (&mut self.input).take(room).read_until(b'\n', &mut self.line).await?;
            let ended = self.line.last() == Some(&b'\n');
            if ended && !self.skipping {
                return Ok(true);
            }
            if read == 0 && room > 0 {
                // What is left without an end is no message.
                return Ok(false);
            }
            self.line.clear();
            if ended {
                self.skipping = false;
                return Ok(true);
            }
            self.skipping = true;
        }
    }

    /// The message that a line is, where it is one. What else it is, is said to the client.
    fn parse(&self) -> Option<ClientJsonRpcMessage> {
        if self.line.is_empty() {
            let message =
                format!("a message may have {MESSAGE_BYTES} bytes, and this one is longer");
            self.refuse(None, ErrorData::invalid_request(message, None));
            return None;
        }
        let line = self.line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        if let Some(message) = call(line).or_else(|| serde_json::from_slice(line).ok()) {
            return Some(message);
        }
        let Malformed { id, error, is_answered } = malformed::explain(line);
        if is_answered {
            self.refuse(id, error);
        } else {
            tracing::warn!(bytes = line.len(), "a line that is no message was passed over");
        }
        None
    }

    /// Sends an error without a handler.
    fn refuse(&self, id: Option<RequestId>, error: ErrorData) {
        let message = ServerJsonRpcMessage::error(error, id);
        let output = Arc::clone(&self.output);
        output.queue(&message);
        tokio::spawn(async move {
            // That nobody reads is seen at the next answer.
            let _ = output.write().await;
        });
    }

    /// Whether a message may be given to rmcp, which ends the session where it does not begin with a request.
    fn may_pass(&mut self, message: &ClientJsonRpcMessage) -> bool {
        if let JsonRpcMessage::Request(request) = message {
            self.begun |= begins(&request.request);
            return true;
        }
        self.begun
    }
}

impl<R, W> Transport<RoleServer> for Wire<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        match self.prepared(&message) {
            Some(answer) => self.output.queue_line(answer),
            None => self.output.queue(&message),
        }
        let output = Arc::clone(&self.output);
        async move { output.write().await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            match self.read_line().await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    tracing::error!(%error, "standard input cannot be read");
                    return None;
                }
            }
            let mut message = self.parse();
            if let Some(message) = &mut message {
                self.prepare(message);
            }
            self.line.clear();
            if let Some(message) = message
                && self.may_pass(&message)
            {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.stream.lock().await.take();
        Ok(())
    }
}

impl<R, W> Wire<R, W> {
    /// Gives the handler a place for the page of `tools/list`.
    fn prepare(&mut self, message: &mut ClientJsonRpcMessage) {
        match message {
            JsonRpcMessage::Request(request) => {
                if let ClientRequest::ListToolsRequest(list) = &mut request.request {
                    let prepared = Prepared::new(true);
                    prepared.saw(&self.line);
                    list.extensions.insert(prepared.clone());
                    self.listings.push((request.id.clone(), prepared));
                }
            }
            JsonRpcMessage::Notification(notification) => {
                // What is cancelled is not answered.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.listings.retain(|(known, _)| known != id);
                }
            }
            _ => {}
        }
    }

    /// The page that is sent in place of a message.
    fn prepared(&mut self, message: &ServerJsonRpcMessage) -> Option<Vec<u8>> {
        if self.listings.is_empty() {
            return None;
        }
        let id = match message {
            JsonRpcMessage::Response(response) => &response.id,
            JsonRpcMessage::Error(error) => error.id.as_ref()?,
            _ => return None,
        };
        let mut answers = self.listings.iter().filter(|(known, _)| known == id);
        let answer = answers.find_map(|(_, prepared)| prepared.answer());
        self.listings.retain(|(known, _)| known != id);
        answer.filter(|_| matches!(message, JsonRpcMessage::Response(_)))
    }
}

impl<W> Output<W> {
    fn queue(&self, message: &ServerJsonRpcMessage) {
        match serde_json::to_vec(message) {
            Ok(line) => self.queue_line(line),
            Err(error) => tracing::error!(%error, "an answer is no JSON"),
        }
    }

    fn queue_line(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.is_empty() {
            *waiting = line;
        } else {
            waiting.append(&mut line);
        }
    }
}

impl<W: AsyncWrite + Unpin> Output<W> {
    /// Writes all that waits. What another writes, or has written, is not written again.
    async fn write(&self) -> io::Result<()> {
        let mut stream = self.stream.lock().await;
        let waiting =
            std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        if waiting.is_empty() {
            return Ok(());
        }
        let stream = stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        stream.write_all(&waiting).await?;
        stream.flush().await
    }
}

/// The message that a line is, where it is a call. rmcp tries one kind of message after the other, and makes a text of why
/// it is none of each, which takes longer than all the rest of a call.
fn call(line: &[u8]) -> Option<ClientJsonRpcMessage> {
    static METHOD: LazyLock<Finder> = LazyLock::new(|| Finder::new(b"\"tools/call\""));
    METHOD.find(line)?;
    let JsonRpcRequest { jsonrpc, id, request } =
        serde_json::from_slice::<JsonRpcRequest<CallToolRequest>>(line).ok()?;
    let request = ClientRequest::CallToolRequest(request);
    Some(JsonRpcMessage::Request(JsonRpcRequest { jsonrpc, id, request }))
}

/// Whether rmcp takes a session for begun with this request: a handshake, or one that says of itself all that there is to say.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => {
            let meta = other.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta
                    .protocol_version()
                    .is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
        }
    }
}
