//! A real server process over standard input and output, line by line.
#![allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Server {
    fn spawn() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_served"))
            .args(["serve", "--stdio"])
            // Away from any instance: the binary is one of its own.
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output, last: 0 }
    }

    fn start() -> Self {
        let mut server = Self::spawn();
        let answer = server.request(
            "initialize",
            json!({"protocolVersion": "2025-06-18", "capabilities": {},
                   "clientInfo": {"name": "test", "version": "0"}}),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "toolnode-tests", "{answer}");
        assert_eq!(answer["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        server
    }

    fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
    }

    /// The next message, which must be JSON-RPC: nothing else may be on standard output.
    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, name: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({"name": name, "arguments": arguments}));
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn failure(&mut self, name: &str, arguments: Value) -> String {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().expect("text").to_owned()
    }

    /// Closes the server's input; gives what it printed for people.
    fn end(mut self) -> String {
        self.input = None;
        let output = self.child.wait_with_output().expect("the server ends");
        assert!(output.status.success(), "{:?}", output.status);
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

#[test]
fn the_end_of_input_before_any_message_is_a_clean_end() {
    Server::spawn().end();
}

#[test]
fn tools_are_declared_as_they_are() {
    let mut server = Server::start();
    let answer = server.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().expect("a list").clone();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    let tool = |name: &str| tools.iter().find(|t| t["name"] == name).expect("it is there");

    let greeting = tool("greeting_get");
    assert_eq!(greeting["description"], "A greeting: greets somebody.");
    assert!(greeting.get("title").is_none(), "it says no more than the name");
    assert_eq!(greeting["annotations"], json!({"readOnlyHint": true}));
    assert_eq!(
        greeting["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "Who is greeted."},
                "voice": {"type": "string", "enum": ["soft", "loud"], "description": "How loud."},
            },
            "required": ["name"],
            "additionalProperties": false,
        })
    );
    assert_eq!(greeting["outputSchema"]["properties"]["text"]["type"], "string");
    assert_eq!(tool("word_list")["title"], "The words of a text");
    assert!(tool("word_list").get("outputSchema").is_none(), "no object, in this generation");
    assert_eq!(tool("word_list")["inputSchema"]["properties"]["most"]["default"], 3);
    assert!(tool("panic_run").get("outputSchema").is_none());
    server.end();
}

#[test]
fn calls_are_answered() {
    let mut server = Server::start();
    let result = server.call("greeting_get", json!({"name": "Ana", "voice": "loud"}));
    assert_eq!(result["structuredContent"], json!({"text": "HELLO, ANA", "letters": 8}));
    assert_ne!(result["isError"], true);
    let result = server.call("word_list", json!({"text": "a b c d"}));
    assert_eq!(result["content"][0]["text"], r#"["a","b","c"]"#);
    let result = server.call("picture_get", json!({}));
    assert_eq!(
        result["content"],
        json!([{"type": "text", "text": "a pixel"},
               {"type": "image", "data": "AQID", "mimeType": "image/png"}])
    );
    server.end();
}

#[test]
fn failures_are_results_that_a_model_can_act_on() {
    let mut server = Server::start();
    assert_eq!(server.failure("greeting_get", json!({"name": "nobody"})), "there is no nobody");

    let text = server.failure("greeting_get", json!({"voice": "shrill", "nome": 1}));
    for part in
        ["`name` is required and missing", "`voice`", "soft", "`nome`", "did you mean `name`"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let text = server.failure("greeting_get", json!({"name": 5}));
    assert!(text.contains("`name`") && text.contains("string"), "{text}");

    assert!(server.failure("panic_run", json!({})).contains("the async function gave up"));
    assert!(server.failure("plain_panic_run", json!({})).contains("the plain function gave up"));
    assert!(server.failure("wait_run", json!({})).contains("0.2 s"));
    assert!(server.failure("plain_wait_run", json!({})).contains("left to end"));
    // Still alive.
    assert_ne!(server.call("word_list", json!({"text": "a"}))["isError"], true);
    server.end();
}

#[test]
fn what_cannot_be_routed_is_a_protocol_error() {
    let mut server = Server::start();
    let answer = server.request("tools/call", json!({"name": "greeting_gte", "arguments": {}}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let message = answer["error"]["message"].as_str().expect("text").to_owned();
    assert!(message.contains("greeting_gte") && message.contains("greeting_get"), "{message}");
    let answer = server.request("tools/call", json!({"arguments": []}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = server.request("tools/destroy", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    server.end();
}

#[test]
fn nothing_but_the_protocol_is_on_standard_output() {
    let mut server = Server::start();
    assert_eq!(server.call("print_run", json!({}))["content"][0]["text"], "printed");
    let said = server.end();
    assert!(said.contains("this must not reach the client"), "{said}");
    assert!(said.contains("serves 10 tools over stdio"), "{said}");
}

#[test]
fn progress_is_told_before_the_result_and_only_forward() {
    let mut server = Server::start();
    let id = server.begin(
        "tools/call",
        json!({"name": "progress_run", "arguments": {}, "_meta": {"progressToken": "t"}}),
    );
    let mut steps = Vec::new();
    let answer = loop {
        let message = server.receive();
        if message["id"] == id {
            break message;
        }
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], "t");
        steps.push(message["params"]["progress"].as_f64().expect("a number"));
    };
    assert_eq!(steps, [1.0, 2.0]);
    assert_eq!(answer["result"]["content"][0]["text"], "done");
    // Without a token nothing is told: the next message is the answer.
    server.call("progress_run", json!({}));
    server.end();
}

#[test]
fn a_cancelled_call_ends_and_the_next_is_answered() {
    let mut server = Server::start();
    let id = server.begin("tools/call", json!({"name": "cancel_run", "arguments": {}}));
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                        "params": {"requestId": id, "reason": "enough"}}));
    let next = server.begin("tools/call", json!({"name": "word_list", "arguments": {"text": "a"}}));
    // An answer to the cancelled call may come, or not; the next one must.
    loop {
        if server.receive()["id"] == next {
            break;
        }
    }
    server.end();
}

#[test]
fn malformed_lines_do_not_end_the_server() {
    let mut server = Server::start();
    for line in ["{", "[]", "\"text\"", "{\"jsonrpc\":\"2.0\",\"id\":99}", "\u{0}\u{1}"] {
        server.send_line(line);
    }
    let id = server.begin("tools/call", json!({"name": "word_list", "arguments": {"text": "a"}}));
    loop {
        if server.receive()["id"] == id {
            break;
        }
    }
    server.end();
}
