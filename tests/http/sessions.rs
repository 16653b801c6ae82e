//! Sessions, for clients of the revisions before 2026-07-28, where the switch is on.

use std::time::Duration;

use serde_json::{Value, json};
use toolnode_tests::{Connection, HttpServer, processes_in, until};

use super::{command, instance, stock};

fn post(client: &mut Connection, session: &str, message: &Value) -> toolnode_tests::Answer {
    let headers = [("Mcp-Session-Id", session), ("MCP-Protocol-Version", "2025-06-18")];
    client.post(&headers, message.to_string().as_bytes())
}

/// Begins a session; gives its id.
pub(crate) fn begin(client: &mut Connection, revision: &str) -> String {
    let about = json!({"protocolVersion": revision, "capabilities": {},
                       "clientInfo": {"name": "test", "version": "0"}});
    let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": about});
    let answer = client.post(&[], message.to_string().as_bytes());
    assert!(answer.body.contains(&format!("\"protocolVersion\":\"{revision}\"")), "{answer:?}");
    let session = answer.header("mcp-session-id").expect("a session").to_owned();
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(post(client, &session, &begun).status, 202);
    session
}

/// The message with an id in a stream of events.
fn answer(body: &str, id: u64) -> Value {
    let messages = body.lines().filter_map(|line| line.strip_prefix("data: "));
    let mut messages = messages.filter_map(|data| serde_json::from_str::<Value>(data).ok());
    messages.find(|message| message["id"] == id).unwrap_or_else(|| panic!("{body}"))
}

#[test]
fn a_session_begins_is_used_and_ends() {
    let server = HttpServer::start(command().arg("--legacy-sessions"));
    let mut client = server.connect();
    for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
        let session = begin(&mut client, revision);
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
        let listed = answer(&post(&mut client, &session, &list).body, 1);
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(13), "{listed}");
        assert!(listed["result"].get("ttlMs").is_none(), "{listed}");
        for cursor in [json!("x"), json!(5)] {
            let params = json!({"cursor": cursor});
            let wrong =
                json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": params});
            let refused = answer(&post(&mut client, &session, &wrong).body, 2);
            assert_eq!(refused["error"]["code"], -32602, "{cursor}: {refused}");
        }
        let call = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call",
                          "params": {"name": "word_list", "arguments": {"text": "a"}}});
        let called = answer(&post(&mut client, &session, &call).body, 3);
        assert_eq!(called["result"]["content"][0]["text"], "[\"a\"]", "{called}");

        client.send("DELETE", "/mcp", &[("Mcp-Session-Id", session.as_str())], b"");
        assert_eq!(client.receive().status, 202);
        client.send("DELETE", "/mcp", &[("Mcp-Session-Id", session.as_str())], b"");
        assert_eq!(client.receive().status, 404, "it is over");
        let gone = post(&mut client, &session, &list);
        assert_eq!(gone.status, 404);
        assert!(gone.error().1.contains("initialize"), "{gone:?}");
    }
    let none = client.request("tools/list", json!({}));
    assert_eq!(none.status, 400);
    assert!(none.error().1.contains("Mcp-Session-Id"), "{none:?}");
    // The newer generation has no sessions, whatever the switch says.
    let modern = client.modern("tools/list", json!({}));
    assert_eq!(modern.result()["tools"].as_array().map(Vec::len), Some(13));
    assert_eq!(modern.header("mcp-session-id"), None);
    server.end();
}

#[test]
fn a_session_can_cancel() {
    let instance = instance(&["sleep", "600"]);
    let server = HttpServer::start(stock(&instance).arg("--legacy-sessions"));
    let mut client = server.connect();
    let session = begin(&mut client, "2025-06-18");
    let call = json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call",
                      "params": {"name": "case_run", "arguments": {}}});
    let headers = [("Mcp-Session-Id", session.as_str())];
    let mut other = server.connect();
    other.send("POST", "/mcp", &headers, call.to_string().as_bytes());
    assert_eq!(other.head().status, 200);
    assert!(until(|| !processes_in(&instance.path()).is_empty()), "it runs");
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
                        "params": {"requestId": 9, "reason": "enough"}});
    assert_eq!(post(&mut client, &session, &cancel).status, 202);
    assert!(until(|| processes_in(&instance.path()).is_empty()), "it ends");
    server.end();
}

#[test]
fn a_session_outlives_a_call_and_a_listener_and_ends_when_it_is_idle() {
    let instance = instance(&["sleep", "3"]);
    instance.file("toolnode.deploy.toml", "[serve]\nlegacy_sessions = true\nsession_seconds = 1\n");
    let server = HttpServer::start(&mut stock(&instance));
    let mut client = server.connect();
    let session = begin(&mut client, "2025-06-18");
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
                      "params": {"name": "case_run", "arguments": {}}});
    let called = answer(&post(&mut client, &session, &call).body, 2);
    assert!(called["result"].get("isError").is_none_or(|failed| failed == false), "{called}");
    assert_eq!(post(&mut client, &session, &list).status, 200, "after the call");

    // A call goes on whose client lost the stream of its answer, and so does the session.
    let headers = [("Mcp-Session-Id", session.as_str())];
    let mut other = server.connect();
    other.send("POST", "/mcp", &headers, call.to_string().as_bytes());
    assert_eq!(other.head().status, 200);
    drop(other);
    assert!(until(|| !processes_in(&instance.path()).is_empty()), "it runs");
    std::thread::sleep(Duration::from_secs(2));
    assert!(!processes_in(&instance.path()).is_empty(), "it still runs");
    assert_eq!(post(&mut client, &session, &list).status, 200, "during the call");
    assert!(until(|| processes_in(&instance.path()).is_empty()), "it ends");

    let mut listening = server.connect();
    let headers = [("Mcp-Session-Id", session.as_str()), ("Accept", "text/event-stream")];
    listening.send("GET", "/mcp", &headers, b"");
    assert_eq!(listening.head().status, 200);
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(post(&mut client, &session, &list).status, 200, "while somebody listens");
    drop(listening);
    // Each look at the session uses it, so there is one look.
    std::thread::sleep(Duration::from_secs(3));
    let over = post(&mut client, &session, &list);
    assert_eq!(over.status, 404, "{over:?}");
    assert!(over.error().1.contains("initialize"), "{over:?}");
    server.end();
}
