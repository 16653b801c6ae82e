//! Attempts to be somebody else over HTTP: whoever shows a token is its actor, whatever else the request says.

use std::process::Command;

use serde_json::{Value, json};
use toolnode::audit::{Outcome, Record, records, verify};
use toolnode_tests::{Answer, HttpServer, Instance};

const ANA: &str = "token-of-ana-5c1f";
const ANA_TOO: &str = "another-token-of-ana-77d0";
const BOT: &str = "token-of-bot-90ab";

const ROLES: &str = r#"{
 "actors": [
  {"id": "ana", "kind": "person", "roles": ["host", "guest"]},
  {"id": "bot", "kind": "agent", "roles": ["guest"]}
 ],
 "roles": [
  {"id": "host", "skills": ["misbehave"], "inherits": ["guest"], "actorKinds": ["person"]},
  {"id": "guest", "skills": ["greet"], "actorKinds": ["person", "agent"]}
 ]
}"#;

fn digest(token: &str) -> String {
    let output = Command::new("sh")
        .args(["-c", "printf %s \"$0\" | sha256sum", token])
        .output()
        .expect("sha256sum");
    String::from_utf8(output.stdout).expect("hexadecimal")[..64].to_owned()
}

/// The header by which somebody shows a token.
fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

/// A server for two callers. Its deployment names a third, who is nobody's over HTTP.
fn served(instance: &Instance, more: &str) -> HttpServer {
    instance.file("roles.json", ROLES);
    let tokens = [("ana", ANA), ("ana", ANA_TOO), ("bot", BOT)];
    let lines = tokens.map(|(actor, token)| format!("{actor}: {}\n", digest(token)));
    instance.file("tokens", &lines.concat());
    instance.file(
        "toolnode.deploy.toml",
        &format!("[serve]\ntokens = \"tokens\"\n{more}[audit]\nfile = \"audit.jsonl\"\n[caller]\nactor = \"ana\"\nrole = \"host\"\n"),
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    command.args(["serve", "--http", "127.0.0.1:0", "--instance"]).arg(instance.path());
    HttpServer::start(command.current_dir("/"))
}

/// One attempt: what differs from an honest request.
struct Attempt {
    what: String,
    path: String,
    headers: Vec<(String, String)>,
    meta: Value,
    params: Value,
    message: Value,
}

impl Attempt {
    fn new(what: impl Into<String>) -> Self {
        let none = || json!({});
        Self {
            what: what.into(),
            path: "/mcp".to_owned(),
            headers: vec![("Authorization".to_owned(), format!("Bearer {BOT}"))],
            meta: none(),
            params: none(),
            message: none(),
        }
    }
}

/// All that was thought of.
fn attempts() -> Vec<Attempt> {
    let mut all = Vec::new();
    for key in [
        "toolnode/actor",
        "toolnode/by",
        "actor",
        "by",
        "toolnode/token",
        "toolnode/kind",
        "io.modelcontextprotocol/actor",
    ] {
        all.push(Attempt {
            meta: json!({key: "ana", "toolnode/role": "host"}),
            ..Attempt::new(format!("_meta {key}"))
        });
    }
    let roles = [
        json!("host"),
        json!("HOST"),
        json!(" host"),
        json!("host\u{0}"),
        json!("guest,host"),
        json!("guest host"),
        json!("*"),
        json!(["host"]),
        json!({"id": "host"}),
        json!(true),
        json!("ana/host"),
        json!("../host"),
    ];
    for role in roles {
        all.push(Attempt {
            meta: json!({"toolnode/role": role}),
            ..Attempt::new(format!("role {role}"))
        });
    }
    for skill in ["misbehave", "greet", "*"] {
        let meta = json!({"toolnode/role": "guest", "toolnode/skill": skill});
        all.push(Attempt { meta, ..Attempt::new(format!("skill {skill}")) });
    }
    for header in [
        "X-Actor",
        "Actor",
        "Toolnode-Actor",
        "X-Toolnode-Actor",
        "X-User",
        "Remote-User",
        "X-Remote-User",
        "X-Forwarded-User",
        "X-Auth-Request-User",
        "X-WEBAUTH-USER",
        "From",
        "Proxy-Authorization",
        "X-Role",
        "Cookie",
        "Forwarded",
        "X-Original-URL",
        "Mcp-Param-Actor",
        "Mcp-Session-Id",
    ] {
        let mut attempt = Attempt::new(format!("header {header}"));
        attempt.headers.push((header.to_owned(), "ana".to_owned()));
        attempt.meta = json!({"toolnode/role": "host"});
        all.push(attempt);
    }
    for path in ["/mcp?actor=ana", "/mcp?role=host", "/mcp/ana", "/mcp;actor=ana", "/mcp#ana"] {
        all.push(Attempt { path: path.to_owned(), ..Attempt::new(format!("path {path}")) });
    }
    for authorization in [
        "Bearer ana".to_owned(),
        format!("Bearer {}", digest(ANA)),
        format!("Bearer {}", ANA.to_uppercase()),
        format!("Bearer {}", &ANA[..ANA.len() - 1]),
        format!("Bearer {BOT}, Bearer ana"),
        format!("Bearer {BOT} ana"),
        format!("Basic {BOT}"),
        "Bearer".to_owned(),
        String::new(),
    ] {
        let mut attempt = Attempt::new(format!("authorization {authorization}"));
        attempt.headers = vec![("Authorization".to_owned(), authorization)];
        all.push(attempt);
    }
    let params = [json!({"actor": "ana"}), json!({"by": {"actor": "ana", "role": "host"}})];
    all.extend(params.map(|params| Attempt { params, ..Attempt::new("params") }));
    let messages = [json!({"actor": "ana"}), json!({"auth": {"actor": "ana"}})];
    all.extend(messages.map(|message| Attempt { message, ..Attempt::new("message") }));
    all
}

/// Calls a tool that only a host may call.
fn call(server: &HttpServer, attempt: &Attempt) -> (u16, Value) {
    let mut params = attempt.params.clone();
    params["name"] = "print_run".into();
    params["arguments"] = json!({});
    params["_meta"] = attempt.meta.clone();
    let mut message = attempt.message.clone();
    message["jsonrpc"] = "2.0".into();
    message["id"] = 1.into();
    message["method"] = "tools/call".into();
    message["params"] = params;
    let mut headers = vec![("MCP-Protocol-Version", "2025-06-18")];
    headers.extend(attempt.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let mut connection = server.connect();
    connection.send("POST", &attempt.path, &headers, message.to_string().as_bytes());
    let answer = connection.receive();
    (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
}

#[test]
fn nobody_is_somebody_else() {
    let instance = Instance::new();
    let server = served(&instance, "");
    let mut ana = Attempt::new("ana herself");
    ana.headers = vec![("Authorization".to_owned(), format!("Bearer {ANA}"))];
    ana.meta = json!({"toolnode/role": "host"});
    let (status, answer) = call(&server, &ana);
    assert_eq!(
        (status, &answer["result"]["content"][0]["text"]),
        (200, &json!("printed")),
        "{answer}"
    );
    // Her deployment's role is not hers: she has two, and names none.
    ana.meta = json!({});
    assert_eq!(call(&server, &ana).1["result"]["isError"], true);

    let attempts = attempts();
    assert!(attempts.len() >= 50, "{}", attempts.len());
    let mut distinct: Vec<_> = attempts
        .iter()
        .map(|attempt| (&attempt.what, attempt.params.to_string(), attempt.message.to_string()))
        .collect();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), attempts.len());
    for attempt in &attempts {
        let (status, answer) = call(&server, attempt);
        let ran = answer["result"]["content"][0]["text"] == "printed";
        assert!(!ran, "{}: {answer}", attempt.what);
        let refused =
            status >= 400 || answer["result"]["isError"] == true || answer.get("error").is_some();
        assert!(refused, "{}: {status} {answer}", attempt.what);
    }
    // A listing tells no more than a call would give.
    for meta in [json!({}), json!({"toolnode/role": "host"}), json!({"toolnode/actor": "ana"})] {
        let list =
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}});
        let bearer = format!("Bearer {BOT}");
        let headers = [("MCP-Protocol-Version", "2025-06-18"), ("Authorization", bearer.as_str())];
        let listed = server.connect().post(&headers, list.to_string().as_bytes()).body;
        assert!(!listed.contains("print_run"), "{meta}: {listed}");
    }
    let said = server.end();

    let log = instance.path().join("audit.jsonl");
    assert_eq!(verify(&log).expect("a log").breaches, []);
    let mut kept: Vec<Record> = Vec::new();
    records(&log, |record| kept.push(record)).expect("a log");
    let (anas, bots): (Vec<_>, Vec<_>) =
        kept.iter().partition(|record| record.by.actor.as_deref() == Some("ana"));
    assert_eq!(anas.len(), 2, "what she did herself");
    assert!(bots.len() >= 40, "{}", bots.len());
    for record in bots {
        assert_eq!(record.by.actor.as_deref(), Some("bot"), "{record:?}");
        assert!(
            matches!(record.outcome, Outcome::RefusedPermission | Outcome::RefusedInput),
            "{record:?}"
        );
    }
    let kept = std::fs::read_to_string(&log).expect("a log");
    for token in [ANA, BOT] {
        assert!(!kept.contains(token) && !said.contains(token), "a token is told");
    }
}

/// Sends a message in a session, as whoever has the token.
fn in_session(server: &HttpServer, token: &str, session: &str, method: &str) -> Answer {
    let bearer = bearer(token);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Mcp-Session-Id", session),
        ("MCP-Protocol-Version", "2025-06-18"),
    ];
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}).to_string();
    let mut connection = server.connect();
    let body = if method == "POST" { list.as_bytes() } else { b"" };
    connection.send(method, "/mcp", &headers, body);
    // A stream that is given is not read to its end.
    if method == "GET" { connection.head() } else { connection.receive() }
}

#[test]
fn a_session_is_its_own_actors() {
    let instance = Instance::new();
    let server = served(&instance, "legacy_sessions = true\n");
    let bearer = bearer(ANA);
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "0"}}});
    let headers = [("Authorization", bearer.as_str())];
    let begun = server.connect().post(&headers, initialize.to_string().as_bytes());
    let session = begun.header("mcp-session-id").expect("a session").to_owned();
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    let headers = [headers[0], ("Mcp-Session-Id", session.as_str())];
    assert_eq!(server.connect().post(&headers, begun.as_bytes()).status, 202);

    for method in ["POST", "GET", "DELETE"] {
        let other = in_session(&server, BOT, &session, method);
        let none = in_session(&server, BOT, "00000000-0000-4000-8000-000000000000", method);
        assert_eq!((other.status, none.status), (404, 404), "{method}: {other:?}");
        let without_date = |answer: &Answer| {
            let headers = answer.headers.iter().filter(|(name, _)| name != "date").cloned();
            (headers.collect::<Vec<_>>(), answer.body.clone())
        };
        assert_eq!(
            without_date(&other),
            without_date(&none),
            "{method}: which ids there are is not told"
        );
        let nobody = in_session(&server, "no-token", &session, method);
        assert_eq!(nobody.status, 401, "{method}");
    }
    // It is there all the while, for her alone, and with any token of hers.
    assert_eq!(in_session(&server, ANA_TOO, &session, "POST").status, 200);
    assert_eq!(in_session(&server, ANA, &session, "GET").status, 200);
    assert_eq!(in_session(&server, ANA, &session, "DELETE").status, 202);
    assert_eq!(in_session(&server, ANA, &session, "POST").status, 404);
    server.end();
}
