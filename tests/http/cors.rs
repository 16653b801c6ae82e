//! Web pages: what a browser must be told before a page of an allowed origin can call.

use serde_json::json;
use toolnode_tests::{Answer, HttpServer, Instance};

use super::command;

const APP: &str = "https://app.example.org";
const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// What a browser asks before a page's request.
fn ask(server: &HttpServer, origin: &str, method: &str, names: &str) -> Answer {
    let headers = [
        ("Origin", origin),
        ("Access-Control-Request-Method", method),
        ("Access-Control-Request-Headers", names),
        ("Accept", "*/*"),
        ("Content-Type", ""),
    ];
    let mut client = server.connect();
    client.send("OPTIONS", "/mcp", &headers, b"");
    client.receive()
}

/// All values of a header, as a list.
fn values(answer: &Answer, name: &str) -> Vec<String> {
    let all = answer.headers.iter().filter(|(other, _)| other == name);
    all.flat_map(|(_, value)| value.split(", ")).map(str::to_lowercase).collect()
}

/// Whether a browser would let a page of this origin read an answer.
fn is_readable(answer: &Answer, origin: &str) -> bool {
    assert!(values(answer, "vary").contains(&"origin".to_owned()), "{answer:?}");
    assert_eq!(answer.header("access-control-allow-credentials"), None, "no cookie is looked at");
    let exposed = values(answer, "access-control-expose-headers");
    ["mcp-session-id", "www-authenticate"].iter().all(|name| exposed.iter().any(|e| e == name))
        && values(answer, "access-control-allow-origin") == [origin]
}

#[test]
fn a_page_of_an_allowed_origin_can_call() {
    let origins = ["--allow-origin", APP, "--allow-origin", "http://localhost:*"];
    let server = HttpServer::start(command().args(origins));
    let names = "authorization,content-type,mcp-method,mcp-name,mcp-param-region,mcp-protocol-version,mcp-session-id";
    for origin in [APP, "http://localhost:5173"] {
        let told = ask(&server, origin, "POST", names);
        assert_eq!((told.status, told.body.as_str()), (204, ""), "{told:?}");
        assert!(is_readable(&told, origin), "{told:?}");
        assert_eq!(values(&told, "access-control-allow-methods"), ["post"]);
        let permitted = values(&told, "access-control-allow-headers");
        for name in names.split(',').chain(["accept", "last-event-id"]) {
            assert!(permitted.iter().any(|other| other == name), "{name}: {permitted:?}");
        }
        assert!(told.header("access-control-max-age").is_some(), "{told:?}");

        let listed = server.connect().post(&[("Origin", origin)], LIST);
        assert_eq!(listed.result()["tools"].as_array().map(Vec::len), Some(13));
        assert!(is_readable(&listed, origin), "{listed:?}");
        // It may read as well why it is refused, and streams.
        let refused = server.connect().post(&[("Origin", origin)], b"{");
        assert!(refused.status == 400 && is_readable(&refused, origin), "{refused:?}");
        let params =
            json!({"name": "progress_run", "arguments": {}, "_meta": {"progressToken": 1}});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let streamed = server.connect().post(&[("Origin", origin)], call.to_string().as_bytes());
        assert_eq!(streamed.header("content-type"), Some("text/event-stream"), "{streamed:?}");
        assert!(is_readable(&streamed, origin), "{streamed:?}");
    }
    // What was not asked for, or is no input's, is not permitted.
    let told = ask(&server, APP, "POST", "cookie, mcp-param-, x-other, mcp-param-é,,mcp-param-a b");
    let permitted = values(&told, "access-control-allow-headers");
    assert!(!permitted.iter().any(|name| name.contains("cookie") || name.contains("other")));
    assert!(
        !permitted.iter().any(|name| name.contains('*') || name.contains(' ')),
        "{permitted:?}"
    );
    // Without the question it is a method like any other.
    let mut client = server.connect();
    client.send("OPTIONS", "/mcp", &[("Origin", APP)], b"");
    let other = client.receive();
    assert!(other.status == 405 && is_readable(&other, APP), "{other:?}");
    // A client that is no browser is told nothing of this.
    let plain = server.connect().post(&[], LIST);
    assert!(!plain.headers.iter().any(|(name, _)| name.starts_with("access-control")), "{plain:?}");
    server.end();
}

#[test]
fn a_page_of_another_origin_cannot() {
    for origins in [&[][..], &["--allow-origin", APP]] {
        let server = HttpServer::start(command().args(origins));
        for origin in [
            "https://evil.example",
            "http://app.example.org",
            "https://app.example.org.evil.example",
            "null",
        ] {
            let asked = ask(&server, origin, "POST", "content-type");
            let called = server.connect().post(&[("Origin", origin)], LIST);
            for answer in [asked, called] {
                assert_eq!((answer.status, answer.error().0), (403, -32600), "{answer:?}");
                assert!(answer.error().1.contains(origin), "{answer:?}");
                assert!(
                    !answer.headers.iter().any(|(name, _)| name.starts_with("access-control")),
                    "{answer:?}"
                );
            }
        }
        // A host by which the server is not reached is refused before it is asked where a page is from.
        let headers =
            [("Host", "evil.example"), ("Origin", APP), ("Access-Control-Request-Method", "POST")];
        let mut client = server.connect();
        client.send("OPTIONS", "/mcp", &headers, b"");
        let answer = client.receive();
        assert!(answer.status == 403 && answer.error().1.contains("Host"), "{answer:?}");
        server.end();
    }
}

#[test]
fn a_browser_asks_without_a_token_and_the_page_reads_that_it_needs_one() {
    let instance = Instance::new();
    let tokens = instance.file("tokens", &format!("ana: {}\n", "0".repeat(64)));
    let mut command = command();
    command.args(["--legacy-sessions", "--allow-origin", APP, "--tokens"]).arg(tokens);
    let server = HttpServer::start(&mut command);
    let told = ask(&server, APP, "DELETE", "authorization");
    assert!(told.status == 204 && is_readable(&told, APP), "{told:?}");
    assert_eq!(values(&told, "access-control-allow-methods"), ["post", "get", "delete"]);
    let refused = server.connect().post(&[("Origin", APP)], LIST);
    assert!(refused.status == 401 && is_readable(&refused, APP), "{refused:?}");
    assert!(refused.header("www-authenticate").is_some(), "{refused:?}");
    let refused = server.connect().post(&[("Origin", "https://evil.example")], LIST);
    assert_eq!(refused.status, 403, "{refused:?}");
    server.end();
}
