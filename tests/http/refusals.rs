//! Who is turned away is told what was sent and what is accepted.

use serde_json::json;
use toolnode_tests::{Answer, HttpServer, MODERN};

use super::{command, start};

const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// What a refusal has as status and code, and says.
fn told(answer: &Answer, status: u16, code: i64, parts: &[&str]) {
    let (said, message) = answer.error();
    assert_eq!((answer.status, said), (status, code), "{answer:?}");
    for part in parts {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn a_wrong_host() {
    let server = start();
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
        let answer = server.connect().post(&[("Host", host)], LIST);
        told(&answer, 403, -32600, &[host, "localhost", "127.0.0.1", "[::1]"]);
    }
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:9999", "[::1]:80"] {
        assert_eq!(server.connect().post(&[("Host", host)], LIST).status, 200, "{host}");
    }
    server.end();
    let server = HttpServer::start(command().args(["--allow-host", "tools.example.org:443"]));
    let answer = server.connect().post(&[("Host", "tools.example.org:443")], LIST);
    assert_eq!(answer.status, 200);
    for host in ["tools.example.org", "localhost"] {
        let answer = server.connect().post(&[("Host", host)], LIST);
        told(&answer, 403, -32600, &[host, "tools.example.org:443"]);
    }
    server.end();
}

#[test]
fn a_wrong_origin() {
    let server = start();
    for origin in ["https://evil.example", "http://localhost", "http://127.0.0.1:1", "null"] {
        let answer = server.connect().post(&[("Origin", origin)], LIST);
        told(&answer, 403, -32600, &["Origin", origin, "without it"]);
    }
    let answer = server.connect().post(&[("Origin", "what?")], LIST);
    told(&answer, 403, -32600, &["Origin", "what?"]);
    server.end();
    let origins =
        ["--allow-origin", "https://app.example.org", "--allow-origin", "http://localhost:*"];
    let server = HttpServer::start(command().args(origins));
    for origin in
        ["https://app.example.org", "https://app.example.org:443", "http://localhost:5173"]
    {
        assert_eq!(server.connect().post(&[("Origin", origin)], LIST).status, 200, "{origin}");
    }
    for origin in ["https://app.example.org:8443", "http://app.example.org", "null"] {
        let answer = server.connect().post(&[("Origin", origin)], LIST);
        told(&answer, 403, -32600, &[origin, "https://app.example.org", "http://localhost:*"]);
    }
    server.end();
}

#[test]
fn a_wrong_accept_content_type_or_method() {
    let server = start();
    for accept in ["application/json", "text/event-stream", "*/*"] {
        let answer = server.connect().post(&[("Accept", accept)], LIST);
        told(&answer, 406, -32600, &[accept, "application/json", "text/event-stream"]);
    }
    let answer = server.connect().post(&[("Accept", "")], LIST);
    told(&answer, 406, -32600, &["no `Accept` was sent"]);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        let answer = server.connect().post(&[("Content-Type", kind)], LIST);
        told(&answer, 415, -32600, &[kind, "application/json"]);
    }
    let answer =
        server.connect().post(&[("Content-Type", "application/json; charset=utf-8")], LIST);
    assert_eq!(answer.status, 200);
    for method in ["GET", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let mut client = server.connect();
        client.send(method, "/mcp", &[], b"");
        let answer = client.receive();
        told(&answer, 405, -32600, &[method, "POST"]);
        assert_eq!(answer.header("allow"), Some("POST"));
    }
    server.end();
}

#[test]
fn a_wrong_revision_or_header() {
    let server = start();
    let answer = server.connect().post(&[("MCP-Protocol-Version", "1999-01-01")], LIST);
    told(&answer, 400, -32022, &["1999-01-01", "2025-06-18", MODERN]);
    assert_eq!(answer.json()["error"]["data"]["requested"], "1999-01-01");
    // The body says one thing and a header another.
    let params = json!({"name": "word_list", "arguments": {"text": "a"}});
    let body = toolnode_tests::modern(1, "tools/call", params).to_string();
    let right =
        [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/call"), ("Mcp-Name", "word_list")];
    assert_eq!(server.connect().post(&right, body.as_bytes()).status, 200);
    for (place, wrong) in [(0, "2025-11-25"), (0, ""), (1, "tools/list"), (2, "panic_run"), (2, "")]
    {
        let mut headers = right;
        headers[place].1 = wrong;
        let answer = server.connect().post(&headers, body.as_bytes());
        let named = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"][place];
        told(&answer, 400, -32020, &[named, "accepted is"]);
        let (_, message) = answer.error();
        assert!(!message.contains("word_list"), "the body's values are not repeated: {message}");
        assert_eq!(answer.json()["id"], 1);
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}).to_string();
    let headers = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/list")];
    let answer = server.connect().post(&headers, body.as_bytes());
    told(&answer, 400, -32602, &["_meta", "io.modelcontextprotocol/protocolVersion"]);
    server.end();
}

#[test]
fn a_header_more_than_once() {
    let server = start();
    for (name, first, second) in [
        ("Host", "localhost", "evil.example"),
        ("Origin", "http://localhost", "https://evil.example"),
        ("MCP-Protocol-Version", "2025-06-18", "2025-06-18"),
    ] {
        let answer = server.connect().post(&[(name, first), (name, second)], LIST);
        told(&answer, 400, -32600, &[name, "more than once"]);
    }
    server.end();
}

#[test]
fn a_wrong_body() {
    let server = start();
    for body in ["", "{", "nul", "\u{0}"] {
        told(&server.connect().post(&[], body.as_bytes()), 400, -32700, &["no JSON"]);
    }
    for body in ["{}", "[]", "5", r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#] {
        told(&server.connect().post(&[], body.as_bytes()), 400, -32600, &["no JSON-RPC"]);
    }
    // What is too large is refused while it comes; the rest is never read.
    let mut client = server.connect();
    let large = vec![b' '; (16 << 20) + 1];
    client.send("POST", "/mcp", &[], &large);
    told(&client.receive(), 413, -32600, &["16777216"]);
    // And in between, and after it all, it serves.
    assert_eq!(server.connect().post(&[], LIST).status, 200);
    server.end();
}

#[test]
fn other_paths() {
    let server = start();
    let mut client = server.connect();
    for (path, status, body) in [
        ("/healthz", 200, "alive\n"),
        ("/readyz", 200, "ready\n"),
        ("/", 404, "nothing is here; MCP is spoken at /mcp\n"),
    ] {
        // Whatever watches over a process knows it by its number, not by its name.
        client.send("GET", path, &[("Host", "10.0.0.7")], b"");
        let answer = client.receive();
        assert_eq!((answer.status, answer.body.as_str()), (status, body), "{path}");
    }
    server.end();
}

#[test]
fn arguments_are_in_no_log() {
    let server = start();
    let mut client = server.connect();
    let marked = "a-word-that-stands-nowhere-else";
    for (name, arguments) in [
        ("word_list", json!({"text": marked})),
        ("greeting_get", json!({"name": marked, "voice": marked, "other": marked})),
        ("greeting_get", json!([marked])),
        ("none", json!({"text": marked})),
        ("panic_run", json!({"text": marked})),
    ] {
        let params = json!({"name": name, "arguments": arguments});
        client.modern("tools/call", params.clone());
        client.request("tools/call", params);
    }
    client.post(&[], format!("{{\"text\": \"{marked}\"").as_bytes());
    client.post(&[], format!("{{\"text\": \"{marked}\"}}").as_bytes());
    let said = server.end();
    assert!(!said.contains(marked), "{said}");
}
