//! A server that listens, and connections that ask it again and again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::cpu_microseconds;

/// A server process over HTTP.
#[derive(Debug)]
pub struct Listening {
    child: Child,
    address: String,
}

impl Listening {
    /// Starts a server; it says `listening on http://ADDRESS/mcp` on standard error.
    pub fn start(argv: &[&str]) -> Self {
        let mut child = Command::new(argv[0])
            .args(&argv[1..])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        let address = loop {
            let mut line = String::new();
            assert!(said.read_line(&mut line).expect("the server speaks") > 0, "it listens");
            if let Some(url) = line.trim_end().strip_prefix("listening on http://") {
                break url.trim_end_matches("/mcp").to_owned();
            }
        };
        // Whatever else it says is not waited for.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Self { child, address }
    }

    /// Sends a request so many times, on so many connections at once; each answer is looked at.
    pub fn requests(
        &self,
        request: &Request,
        count: u64,
        connections: u64,
        check: impl Fn(&[u8]) + Sync,
    ) {
        let bytes = request.bytes(&self.address);
        std::thread::scope(|scope| {
            for _ in 0..connections {
                scope.spawn(|| {
                    let stream = TcpStream::connect(&self.address).expect("the server listens");
                    stream.set_nodelay(true).expect("a socket");
                    let mut stream = BufReader::with_capacity(1 << 16, stream);
                    let mut body = Vec::new();
                    for _ in 0..count / connections {
                        stream.get_mut().write_all(&bytes).expect("the server reads");
                        receive(&mut stream, &mut body);
                        check(&body);
                    }
                });
            }
        });
    }

    /// The CPU clock of all its threads, in microseconds since the start.
    pub fn cpu_microseconds(&self) -> f64 {
        cpu_microseconds(self.child.id())
    }

    /// Ends it.
    pub fn end(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

/// A request as it is sent.
#[derive(Debug)]
pub struct Request {
    headers: String,
    body: String,
}

impl Request {
    /// A request of 2026-07-28.
    pub fn stateless(method: &str, mut params: Value) -> Self {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "0"},
        });
        let mut request = Self::session(method, &params);
        request.headers = format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n");
        if let Some(name) = params["name"].as_str() {
            request.headers += &format!("Mcp-Name: {name}\r\n");
        }
        request
    }

    /// A request of 2025-06-18.
    pub fn session(method: &str, params: &Value) -> Self {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        Self { headers: "MCP-Protocol-Version: 2025-06-18\r\n".to_owned(), body: body.to_string() }
    }

    fn bytes(&self, address: &str) -> Vec<u8> {
        let Self { headers, body } = self;
        let length = body.len();
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
        .into_bytes()
    }
}

/// Reads an answer with a length; it must be a good one.
fn receive(stream: &mut BufReader<TcpStream>, body: &mut Vec<u8>) {
    let (mut line, mut length, mut first) = (String::new(), 0, true);
    loop {
        line.clear();
        stream.read_line(&mut line).expect("the server answers");
        assert!(!first || line.starts_with("HTTP/1.1 200"), "{line}");
        first = false;
        if line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().expect("a number");
        }
    }
    body.resize(length, 0);
    stream.read_exact(body).expect("the whole body");
}
