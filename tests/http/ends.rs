//! Calls whose client goes away, and servers that are asked to end.

use serde_json::json;
use toolnode_tests::{HttpServer, processes_below, processes_in, until};

use super::{instance, start, stock};

#[test]
fn a_client_that_goes_away_cancels_its_call_and_ends_the_command() {
    let instance = instance(&["start", "daemon", "sleep", "600"]);
    let server = HttpServer::start(&mut stock(&instance));
    for modern in [true, false] {
        let mut client = server.connect();
        let params = json!({"name": "case_run", "arguments": {}});
        if modern {
            client.begin_modern("tools/call", params);
        } else {
            let message =
                json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
            client.send("POST", "/mcp", &[], message.to_string().as_bytes());
        }
        assert!(until(|| processes_in(&instance.path()).len() >= 2), "it runs");
        drop(client);
        assert!(until(|| processes_in(&instance.path()).is_empty()), "it ends");
    }
    assert_eq!(server.connect().modern("tools/list", json!({})).status, 200);
    server.end();
}

#[test]
fn a_client_that_leaves_a_stream_cancels_its_call() {
    let instance = instance(&["sleep", "600"]);
    let server = HttpServer::start(&mut stock(&instance));
    let mut client = server.connect();
    let params = json!({"name": "case_run", "arguments": {}, "_meta": {"progressToken": 1}});
    client.begin_modern("tools/call", params);
    let head = client.head();
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    let first = String::from_utf8(client.chunk().expect("progress")).expect("UTF-8");
    assert!(first.contains("notifications/progress"), "{first}");
    assert!(!processes_in(&instance.path()).is_empty());
    drop(client);
    assert!(until(|| processes_in(&instance.path()).is_empty()), "it ends");
    server.end();
}

#[test]
fn a_function_sees_that_its_client_went_away() {
    let server = start();
    let mut client = server.connect();
    // It answers only once it is cancelled; the server could not end well while it runs.
    client.begin_modern("tools/call", json!({"name": "cancel_run", "arguments": {}}));
    drop(client);
    server.end();
}

#[test]
fn a_function_that_blocks_holds_up_nobody() {
    let server = start();
    let mut slow = server.connect();
    // It sleeps on the thread that serves, for longer than its limit.
    slow.begin_modern("tools/call", json!({"name": "plain_wait_run", "arguments": {}}));
    let other =
        server.connect().modern("tools/call", json!({"name": "caller_get", "arguments": {}}));
    assert_ne!(other.result()["isError"], true, "{}", other.result());
    let ended = slow.receive().result();
    assert!(ended.to_string().contains("left to end"), "{ended}");
    server.end();
}

#[test]
fn a_server_that_is_asked_to_end_lets_nobody_in_ends_its_commands_and_exits() {
    // Deaf to SIGTERM, so that it ends only after the grace period.
    let instance = instance(&["deaf", "sleep", "600"]);
    let server = HttpServer::start(&mut stock(&instance));
    let mut client = server.connect();
    client.begin_modern("tools/call", json!({"name": "case_run", "arguments": {}}));
    assert!(until(|| !processes_in(&instance.path()).is_empty()), "it runs");
    server.ask_to_end();
    let not_ready = until(|| {
        let mut other = server.connect();
        other.send("GET", "/readyz", &[], b"");
        other.receive().status == 503
    });
    assert!(not_ready);
    let late = server.connect().modern("tools/call", json!({"name": "case_run", "arguments": {}}));
    let late = late.result();
    assert!(late["isError"] == true && late.to_string().contains("is ending"), "{late}");
    let ended = client.receive().result();
    assert_eq!(ended["isError"], true, "{ended}");
    let id = server.id();
    let (status, said) = server.wait();
    assert!(status.success(), "{status:?}: {said}");
    assert_eq!(processes_in(&instance.path()), []);
    assert_eq!(processes_below(id), []);
}

#[test]
fn an_idle_connection_and_an_open_stream_do_not_keep_the_server() {
    let server = HttpServer::start(super::command().arg("--legacy-sessions"));
    let mut idle = server.connect();
    assert_eq!(idle.modern("tools/list", json!({})).status, 200);
    let mut half = server.connect();
    half.send("POST", "/mcp", &[("Content-Length", "100")], b"{");
    let session = super::sessions::begin(&mut server.connect(), "2025-11-25");
    let mut listening = server.connect();
    let headers = [("Mcp-Session-Id", session.as_str()), ("Accept", "text/event-stream")];
    listening.send("GET", "/mcp", &headers, b"");
    assert_eq!(listening.head().status, 200);
    server.end();
}
