//! Tokens, and the addresses that need them.

use std::process::Command;

use serde_json::{Value, json};
use toolnode_tests::{HttpServer, Instance};

use super::command;

const TOKEN: &str = "correct-horse-battery-staple";

fn digest(token: &str) -> String {
    let output = Command::new("sh")
        .args(["-c", "printf %s \"$0\" | sha256sum", token])
        .output()
        .expect("sha256sum");
    String::from_utf8(output.stdout).expect("hexadecimal")[..64].to_owned()
}

fn served(instance: &Instance, file: &str) -> HttpServer {
    let file = instance.file("tokens", file);
    HttpServer::start(command().arg("--tokens").arg(file))
}

#[test]
fn who_shows_a_token_is_its_actor() {
    let instance = Instance::new();
    let (ana, ben) = (digest(TOKEN), digest("another"));
    let file = format!(
        "# Who may call.\n\nana: {ana}\n  ben :{}  \nana:{}\n",
        ben.to_uppercase(),
        digest("third")
    );
    let server = served(&instance, &file);
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                      "params": {"name": "caller_get", "arguments": {}}});
    let ask = |authorization: &str| {
        server.connect().post(&[("Authorization", authorization)], call.to_string().as_bytes())
    };
    for (shown, actor) in [
        (format!("Bearer {TOKEN}"), "ana"),
        (format!("bearer  {TOKEN}"), "ana"),
        ("Bearer third".to_owned(), "ana"),
        ("Bearer another".to_owned(), "ben"),
    ] {
        assert_eq!(ask(&shown).result()["content"][0]["text"], actor, "{shown}");
    }
    for (shown, challenge) in [
        (String::new(), "Bearer realm=\"toolnode\""),
        (format!("Bearer {TOKEN}x"), "error=\"invalid_token\""),
        (format!("Bearer {ana}"), "error=\"invalid_token\""),
        ("Bearer ana".to_owned(), "error=\"invalid_token\""),
        (format!("Basic {TOKEN}"), "error=\"invalid_request\""),
        (TOKEN.to_owned(), "error=\"invalid_request\""),
    ] {
        let answer = ask(&shown);
        assert_eq!((answer.status, answer.error().0), (401, -32600), "{shown}: {answer:?}");
        let header = answer.header("www-authenticate").expect("a challenge");
        assert!(header.starts_with("Bearer ") && header.contains(challenge), "{shown}: {header}");
        assert!(answer.error().1.contains("Authorization: Bearer TOKEN"), "{answer:?}");
        assert!(!answer.body.contains(TOKEN), "{answer:?}");
    }
    let twice = [("Authorization", "Bearer third"), ("Authorization", "Bearer another")];
    assert_eq!(server.connect().post(&twice, call.to_string().as_bytes()).status, 401);
    let mut client = server.connect();
    client.send("GET", "/healthz", &[], b"");
    assert_eq!(client.receive().status, 200, "that it lives is no secret");
    // What only some may have is kept by nobody for others.
    let list = toolnode_tests::modern(1, "tools/list", json!({})).to_string();
    let headers = [
        ("Authorization", "Bearer third"),
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/list"),
    ];
    let list: Value = server.connect().post(&headers, list.as_bytes()).result();
    assert_eq!(list["cacheScope"], "private");
    let said = server.end();
    for secret in [TOKEN, "third", ana.as_str()] {
        assert!(!said.contains(secret), "{secret}: {said}");
    }
}

#[test]
fn without_a_file_nobody_is_known() {
    let server = super::start();
    let params = json!({"name": "caller_get", "arguments": {}});
    let headers = [("Authorization", "Bearer ana")];
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let answer = server.connect().post(&headers, call.to_string().as_bytes());
    assert_eq!(answer.result()["content"][0]["text"], "nobody known");
    server.end();
}

fn refused(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn each_fault_of_the_file_is_told_with_its_line_and_without_what_it_says() {
    let instance = Instance::new();
    let good = digest(TOKEN);
    let file = format!(
        "ana: {good}\nben: {TOKEN}\n{TOKEN}\n: {good}\ncy: {good}\nd\u{200b}: {}\n",
        digest("d")
    );
    let path = instance.file("tokens", &file);
    let said = refused(command().arg("--tokens").arg(&path));
    for part in [
        "tokens:2:1: what stands after the actor is no SHA-256",
        "tokens:3:1: this line has no `:`",
        "tokens:4:1: this line names no actor",
        "tokens:5:1: this token is already that of a line above",
        "tokens:6:1:",
        "U+200B",
        "sha256sum",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for secret in [TOKEN, good.as_str()] {
        assert!(!said.contains(secret), "{said}");
    }
    instance.file("tokens", "# Nobody yet.\n");
    assert!(refused(command().arg("--tokens").arg(&path)).contains("no token here"));
    assert!(refused(command().args(["--tokens", "/nowhere/tokens"])).contains("nowhere/tokens"));
}

#[test]
fn an_address_that_others_reach_needs_hosts_and_tokens() {
    let instance = super::instance(&["print", "one"]);
    instance.file("tokens", &format!("ana: {}\n", digest(TOKEN)));
    let open = |rest: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
        command.args(["serve", "--http", "0.0.0.0:0"]).args(rest);
        command.arg("--instance").arg(instance.path());
        command
    };
    let tokens = instance.path().join("tokens").display().to_string();
    let said = refused(&mut open(&[]));
    for part in ["0.0.0.0:0", "allow_hosts", "tokens", "127.0.0.1"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = refused(&mut open(&["--allow-host", "tools.example.org"]));
    assert!(said.contains("--tokens") && !said.contains("--allow-host"), "{said}");
    let said = refused(&mut open(&["--tokens", &tokens]));
    assert!(said.contains("--allow-host") && !said.contains("--tokens"), "{said}");
    // The file may say both, its paths from its own folder.
    instance.file(
        "toolnode.deploy.toml",
        "[serve]\nallow_hosts = [\"tools.example.org\"]\ntokens = \"tokens\"\n",
    );
    let server = HttpServer::start(&mut open(&[]));
    let port = server.address().rsplit_once(':').expect("a port").1.to_owned();
    let mut client = toolnode_tests::Connection::to(&format!("127.0.0.1:{port}"));
    let authorization = format!("Bearer {TOKEN}");
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let headers = [("Host", "tools.example.org"), ("Authorization", authorization.as_str())];
    assert_eq!(client.post(&headers, body).status, 200);
    assert_eq!(client.post(&headers[..1], body).status, 401);
    assert_eq!(client.post(&headers[1..], body).status, 403);
    server.end();
}

#[test]
fn an_address_that_is_taken_or_none_is_refused() {
    let server = super::start();
    let mut again = Command::new(env!("CARGO_BIN_EXE_served"));
    let said = refused(again.args(["serve", "--http", server.address()]).current_dir("/"));
    assert!(said.contains(server.address()) && said.contains("in use"), "{said}");
    let mut none = Command::new(env!("CARGO_BIN_EXE_served"));
    let said = refused(none.args(["serve", "--http", "127.0.0.1"]).current_dir("/"));
    assert!(said.contains("127.0.0.1"), "{said}");
    server.end();
}
