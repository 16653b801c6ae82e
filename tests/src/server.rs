//! A real server process, spoken to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

/// A server process and its standard streams.
#[derive(Debug)]
pub struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

#[allow(clippy::missing_panics_doc, reason = "a test panics where something is wrong")]
#[allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]
impl Server {
    /// Starts a server; nothing is said to it yet.
    pub fn spawn(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::of(command.spawn().expect("the server starts"))
    }

    /// A server that was started with pipes.
    pub fn of(mut child: Child) -> Self {
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output, last: 0 }
    }

    /// Starts a server and begins a session. Gives what it answered to `initialize`, too.
    pub fn start(command: &mut Command) -> (Self, Value) {
        let mut server = Self::spawn(command);
        let answer = server.request(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {},
                   "clientInfo": {"name": "test", "version": "0"}}),
        );
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        (server, answer)
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    /// Sends a line, which need be no message.
    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
    }

    /// Sends a line that need be no text.
    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(&[line, b"\n"].concat()).expect("the server reads");
    }

    /// The next message, which must be JSON-RPC: nothing else may be on standard output.
    pub fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Sends a request; gives its id.
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Sends a call without waiting; gives its id.
    pub fn begin_call(&mut self, name: &str, arguments: Value) -> u64 {
        self.begin("tools/call", json!({"name": name, "arguments": arguments}))
    }

    /// Has a request that was sent cancelled.
    pub fn cancel(&mut self, id: u64) {
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                          "params": {"requestId": id, "reason": "enough"}}));
    }

    /// Sends a request and waits for its answer, which must be the next message.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Waits for the result of a call; gives the notifications that came before, too.
    pub fn result(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut before = Vec::new();
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return (before, message["result"].clone());
            }
            before.push(message);
        }
    }

    /// Calls a tool.
    pub fn call(&mut self, name: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({"name": name, "arguments": arguments}));
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Calls a tool that fails; gives what it says.
    pub fn failure(&mut self, name: &str, arguments: Value) -> String {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().expect("text").to_owned()
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as nobody can prevent.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Closes its input and goes on to listen.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes its input; gives its status and what it printed for people.
    pub fn close(mut self) -> (ExitStatus, String) {
        self.input = None;
        let output = self.child.wait_with_output().expect("the server ends");
        (output.status, String::from_utf8(output.stderr).expect("UTF-8"))
    }

    /// Waits for it to end by itself, its input still open.
    pub fn wait(mut self) -> ExitStatus {
        let _open = self.input.take();
        self.child.wait().expect("the server ends")
    }

    /// Closes its input; it must end well. Gives what it printed for people.
    pub fn end(self) -> String {
        let (status, said) = self.close();
        assert!(status.success(), "{status:?}: {said}");
        said
    }
}
