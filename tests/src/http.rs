//! A real server over HTTP, spoken to byte by byte: what a client library would not send must be sent, too.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

/// The revision without a handshake.
pub const MODERN: &str = "2026-07-28";

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server process that listens.
#[derive(Debug)]
pub struct HttpServer {
    child: Child,
    address: String,
    said: Option<JoinHandle<String>>,
}

/// A connection.
#[derive(Debug)]
pub struct Connection {
    stream: BufReader<TcpStream>,
    address: String,
}

/// An answer with its whole body.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

#[allow(clippy::missing_panics_doc, reason = "a test panics where something is wrong")]
impl HttpServer {
    /// Starts a server and waits until it listens.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (address, said) = listening(child.stderr.take().expect("a pipe"));
        Self { child, address, said: Some(said) }
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The endpoint.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A new connection.
    pub fn connect(&self) -> Connection {
        Connection::to(&self.address)
    }

    /// Waits for it to end by itself; gives its status and what it printed for people.
    pub fn wait(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().expect("the server ends");
        (status, self.said.take().expect("once").join().expect("read"))
    }

    /// Asks it to end by SIGTERM; it must end well. Gives what it printed for people.
    pub fn end(self) -> String {
        self.ask_to_end();
        let (status, said) = self.wait();
        assert!(status.success(), "{status:?}: {said}");
        said
    }

    /// Sends SIGTERM.
    pub fn ask_to_end(&self) {
        let pid = nix::unistd::Pid::from_raw(self.id().cast_signed());
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM).expect("it runs");
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // Where a test failed before it ended the server; one that has ended is no error.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// The address that a server says it listens at, and all that it says until its end.
///
/// # Panics
///
/// It does not say one.
pub fn listening(stderr: impl Read + Send + 'static) -> (String, JoinHandle<String>) {
    let (sender, receiver) = mpsc::channel();
    let said = std::thread::spawn(move || {
        let mut all = String::new();
        let mut lines = BufReader::new(stderr);
        while lines.read_line(&mut all).is_ok_and(|read| read > 0) {
            let line = all.trim_end().lines().last().unwrap_or_default();
            if let Some(url) = line.strip_prefix("listening on http://") {
                // A test that has its address asks for no other.
                let _ = sender.send(url.trim_end_matches("/mcp").to_owned());
            }
        }
        all
    });
    if let Ok(address) = receiver.recv_timeout(PATIENCE) {
        (address, said)
    } else {
        panic!("the server does not listen: {}", said.join().expect("read"))
    }
}

#[allow(clippy::missing_panics_doc, reason = "a test panics where something is wrong")]
#[allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]
impl Connection {
    /// A new connection.
    pub fn to(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        Self { stream: BufReader::new(stream), address: address.to_owned() }
    }

    /// Sends a request: headers that are named here stand in place of those that are usual.
    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let length = body.len().to_string();
        let usual = [
            ("Host", self.address.as_str()),
            ("Accept", "application/json, text/event-stream"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        let mut bytes = format!("{method} {path} HTTP/1.1\r\n");
        let named = |name: &str| headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        for (name, value) in usual.iter().filter(|(name, _)| !named(name)).chain(headers) {
            // A header without a value is left out.
            if !value.is_empty() {
                bytes += &format!("{name}: {value}\r\n");
            }
        }
        bytes += "\r\n";
        let mut bytes = bytes.into_bytes();
        bytes.extend_from_slice(body);
        self.stream.get_mut().write_all(&bytes).expect("the server reads");
    }

    /// The status and the headers of an answer.
    pub fn head(&mut self) -> Answer {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("the server answers");
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).expect("the server answers");
            match line.trim_end().split_once(": ") {
                Some((name, value)) => headers.push((name.to_lowercase(), value.to_owned())),
                None => return Answer { status, headers, body: String::new() },
            }
        }
    }

    /// An answer.
    pub fn receive(&mut self) -> Answer {
        let mut answer = self.head();
        let mut body = Vec::new();
        if let Some(length) = answer.header("content-length") {
            body.resize(length.parse().expect("a number"), 0);
            self.stream.read_exact(&mut body).expect("the whole body");
        } else if answer.header("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk() {
                body.extend(chunk);
            }
        }
        answer.body = String::from_utf8(body).expect("UTF-8");
        answer
    }

    /// The next part of a body that comes in parts.
    pub fn chunk(&mut self) -> Option<Vec<u8>> {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("the server answers");
        let length = usize::from_str_radix(line.trim(), 16).unwrap_or_else(|_| panic!("{line:?}"));
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).expect("the whole chunk");
        chunk.truncate(length);
        (length > 0).then_some(chunk)
    }

    /// Sends a request at the endpoint and waits for the answer.
    pub fn post(&mut self, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.send("POST", "/mcp", headers, body);
        self.receive()
    }

    /// Sends a request of an older revision, without a session.
    pub fn request(&mut self, method: &str, params: Value) -> Answer {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.post(&[("MCP-Protocol-Version", "2025-06-18")], message.to_string().as_bytes())
    }

    /// Sends a request of 2026-07-28.
    pub fn modern(&mut self, method: &str, params: Value) -> Answer {
        self.begin_modern(method, params);
        self.receive()
    }

    /// Sends a request of 2026-07-28 without waiting.
    pub fn begin_modern(&mut self, method: &str, params: Value) {
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let message = modern(7, method, params);
        let headers =
            [("MCP-Protocol-Version", MODERN), ("Mcp-Method", method), ("Mcp-Name", name.as_str())];
        self.send("POST", "/mcp", &headers, message.to_string().as_bytes());
    }
}

/// A request of 2026-07-28, with what each says of itself.
pub fn modern(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "0"});
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[allow(clippy::missing_panics_doc, reason = "a test panics where something is wrong")]
impl Answer {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The body, which must be one JSON-RPC message.
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        let message: Value =
            serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{self:?}");
        message
    }

    /// The result, which there must be.
    pub fn result(&self) -> Value {
        let message = self.json();
        assert!(self.status == 200 && message.get("error").is_none(), "{self:?}");
        message["result"].clone()
    }

    /// The code and the message of the error, which there must be.
    pub fn error(&self) -> (i64, String) {
        let error = &self.json()["error"];
        let code = error["code"].as_i64().unwrap_or_else(|| panic!("no error: {self:?}"));
        (code, error["message"].as_str().expect("a text").to_owned())
    }
}
