//! A real server process over standard input and output, line by line.

use std::process::Command;

use serde_json::{Value, json};
use toolnode_tests::{MODERN, Server, modern};

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    // Away from any instance: the binary is one of its own.
    command.args(["serve", "--stdio"]).current_dir("/");
    command
}

fn start() -> Server {
    let (server, answer) = Server::start(&mut command());
    assert_eq!(answer["result"]["serverInfo"]["name"], "toolnode-tests", "{answer}");
    assert_eq!(answer["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    server
}

#[test]
fn the_end_of_input_before_any_message_is_a_clean_end() {
    Server::spawn(&mut command()).end();
}

#[test]
fn tools_are_declared_as_they_are() {
    let mut server = start();
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
    let mut server = start();
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
    let mut server = start();
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
    let mut server = start();
    let answer = server.request("tools/call", json!({"name": "greeting_gte", "arguments": {}}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let message = answer["error"]["message"].as_str().expect("text").to_owned();
    assert!(message.contains("greeting_gte") && message.contains("greeting_get"), "{message}");
    for malformed in [
        json!({"arguments": {}}),
        json!({"name": 5, "arguments": {}}),
        json!({"name": "word_list", "arguments": []}),
        json!([]),
        json!("word_list"),
    ] {
        let answer = server.request("tools/call", malformed);
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = server.request("tools/destroy", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    server.end();
}

#[test]
fn nothing_but_the_protocol_is_on_standard_output() {
    let mut server = start();
    assert_eq!(server.call("print_run", json!({}))["content"][0]["text"], "printed");
    let said = server.end();
    assert!(said.contains("this must not reach the client"), "{said}");
    assert!(said.contains("serves 13 tools over stdio"), "{said}");
}

#[test]
fn functions_have_limits_too() {
    let mut server = start();
    let text = server.failure("flood_get", json!({"bytes": 400_001}));
    assert!(text.contains("400001 bytes") && text.contains("400000"), "{text}");
    let result = server.call("flood_get", json!({"bytes": 400_000}));
    assert_eq!(result["content"][0]["text"].as_str().map(str::len), Some(400_000));
    let text = server.failure("flood_get", json!({"bytes": 1}));
    assert!(text.contains("2 times a minute"), "{text}");
    server.end();
}

#[test]
fn progress_is_told_before_the_result_and_only_forward() {
    let mut server = start();
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
    let mut server = start();
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
    let mut server = start();
    for line in ["{", "[]", "\"text\"", "{\"jsonrpc\":\"2.0\",\"id\":99}", "\u{0}\u{1}"] {
        server.send_line(line);
    }
    let id = server.begin("tools/call", json!({"name": "word_list", "arguments": {"text": "a"}}));
    let mut refused = Vec::new();
    loop {
        let message = server.receive();
        if message["id"] == id {
            break;
        }
        assert_eq!(message["error"]["code"], -32600, "{message}");
        refused.push(message["id"].clone());
    }
    assert_eq!(refused, [json!(null), json!(null), json!(99)], "what is JSON is answered");
    let said = server.end();
    assert!(said.contains("a line that is no message was passed over"), "{said}");
}

#[test]
fn what_is_logged_can_be_json() {
    let (mut server, _) = Server::start(command().args(["--log-format", "json"]));
    server.send_line("{");
    server.request("tools/list", json!({}));
    let said = server.end();
    let logged: Vec<Value> =
        said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let [line] = logged.as_slice() else { panic!("one line: {said}") };
    assert_eq!(line["level"], "WARN");
    assert_eq!(line["fields"]["message"], "a line that is no message was passed over");
    assert_eq!(line["fields"]["bytes"], 1);
}

#[test]
fn nothing_before_the_handshake_ends_the_server() {
    let mut server = Server::spawn(&mut command());
    for line in [
        "{",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/none\",\"params\":[1]}",
    ] {
        server.send_line(line);
    }
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    let early = server.request("tools/list", json!({}));
    assert_eq!(early["error"]["code"], -32602, "{early}");
    server.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let about = json!({"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "test", "version": "0"}});
    assert_eq!(server.request("initialize", about)["result"]["protocolVersion"], "2025-11-25");
    server.end();
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
    let mut server = start();
    server.send_line(&"x".repeat((16 << 20) + 5));
    let refused = server.receive();
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert!(refused["error"]["message"].as_str().expect("text").contains("16777216"), "{refused}");
    assert_eq!(server.request("ping", json!({}))["result"], json!({}));
    server.end();
}

#[test]
fn each_revision_with_a_handshake_is_spoken() {
    for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
        let mut server = Server::spawn(&mut command());
        let about = json!({"protocolVersion": revision, "capabilities": {},
                           "clientInfo": {"name": "test", "version": "0"}});
        let answer = server.request("initialize", about);
        assert_eq!(answer["result"]["protocolVersion"], revision, "{answer}");
        let result = server.call("word_list", json!({"text": "a b"}));
        let text = json!([{"type": "text", "text": r#"["a","b"]"#}]);
        assert_eq!(result, json!({"content": text, "isError": false}), "{revision}");
        server.end();
    }
}

#[test]
fn the_revision_without_a_handshake_is_spoken() {
    let mut server = Server::spawn(&mut command());
    let mut ask = |method: &str, params: Value| {
        server.send(&modern(5, method, params));
        server.receive()["result"].clone()
    };
    let about = ask("server/discover", json!({}));
    let versions = about["supportedVersions"].as_array().expect("a list").clone();
    assert_eq!(json!(versions), json!(["2025-03-26", "2025-06-18", "2025-11-25", MODERN]));
    assert!(about["ttlMs"].as_u64() > Some(0) && about["cacheScope"] == "public", "{about}");

    let list = ask("tools/list", json!({}));
    let signed = |result: &Value| {
        result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "toolnode-tests"
    };
    assert!(list["resultType"] == "complete" && list["ttlMs"].is_u64() && signed(&list), "{list}");
    let tools = list["tools"].as_array().expect("a list");
    let words = tools.iter().find(|tool| tool["name"] == "word_list").expect("it is there");
    assert_eq!(words["outputSchema"]["type"], "array", "any schema, in this generation");

    let call = ask("tools/call", json!({"name": "word_list", "arguments": {"text": "a b"}}));
    assert_eq!(call["structuredContent"], json!(["a", "b"]));
    assert!(call["resultType"] == "complete" && signed(&call) && signed(&about), "{call}");
    server.end();
}

#[test]
fn tools_come_in_pages() {
    let (mut server, _) = Server::start(command().args(["--page-size", "5"]));
    let whole = {
        let (mut server, _) = Server::start(&mut command());
        let answer = server.request("tools/list", json!({}));
        assert!(answer["result"].get("nextCursor").is_none());
        server.end();
        answer["result"]["tools"].clone()
    };
    let (mut tools, mut sizes, mut params) = (Vec::new(), Vec::new(), json!({}));
    loop {
        let answer = server.request("tools/list", params);
        let page = answer["result"]["tools"].as_array().expect("a list").clone();
        sizes.push(page.len());
        tools.extend(page);
        match answer["result"].get("nextCursor") {
            Some(cursor) => params = json!({"cursor": cursor}),
            None => break,
        }
    }
    assert_eq!(sizes, [5, 5, 3]);
    assert_eq!(json!(tools), whole);
    for cursor in [json!("5"), json!(""), json!("d29yZF9saXN0"), json!(5), json!({}), json!(true)] {
        let answer = server.request("tools/list", json!({"cursor": cursor}));
        assert_eq!(answer["error"]["code"], -32602, "{cursor}: {answer}");
        server.send(&modern(6, "tools/list", json!({"cursor": cursor})));
        let answer = server.receive();
        assert_eq!(answer["error"]["code"], -32602, "{cursor}: {answer}");
    }
    server.end();
}
