//! Both generations of the protocol on one endpoint.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use toolnode_tests::{Instance, MODERN, listening};

use super::{command, start, stock};

const OLDER: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

fn signed(result: &Value) -> bool {
    result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "toolnode-tests"
}

fn tool<'r>(list: &'r Value, name: &str) -> &'r Value {
    let tools = list["tools"].as_array().expect("a list");
    tools.iter().find(|tool| tool["name"] == name).expect("it is there")
}

#[test]
fn the_revision_without_a_handshake() {
    let server = start();
    let mut client = server.connect();
    let about = client.modern("server/discover", json!({})).result();
    assert!(about["supportedVersions"].as_array().expect("a list").contains(&json!(MODERN)));
    assert!(about["ttlMs"].as_u64() > Some(0) && about["cacheScope"] == "public", "{about}");
    assert!(about["resultType"] == "complete" && signed(&about), "{about}");

    let list = client.modern("tools/list", json!({})).result();
    assert!(list["resultType"] == "complete" && signed(&list), "{list}");
    assert!(list["ttlMs"].as_u64() > Some(0) && list["cacheScope"] == "public", "{list}");
    assert_eq!(tool(&list, "word_list")["outputSchema"]["type"], "array");

    let params = json!({"name": "word_list", "arguments": {"text": "a b"}});
    let call = client.modern("tools/call", params).result();
    assert_eq!(call["structuredContent"], json!(["a", "b"]), "any value");
    assert!(call["resultType"] == "complete" && signed(&call), "{call}");

    let error = client.modern("tools/call", json!({"name": "word_lits", "arguments": {}})).error();
    assert!(error.0 == -32602 && error.1.contains("did you mean word_list"), "{error:?}");
    let answer = client.modern("tools/call", json!({"name": "word_list", "arguments": []}));
    assert_eq!(answer.error().0, -32602);
    server.end();
}

#[test]
fn the_revisions_with_a_handshake_need_no_session() {
    let server = start();
    for revision in OLDER {
        let mut client = server.connect();
        let mut ask = |method: &str, params: Value| {
            let message = json!({"jsonrpc": "2.0", "id": "x", "method": method, "params": params});
            let headers = [("MCP-Protocol-Version", revision)];
            let answer = client.post(&headers, message.to_string().as_bytes());
            assert_eq!(answer.header("mcp-session-id"), None);
            answer
        };
        let about = json!({"protocolVersion": revision, "capabilities": {},
                           "clientInfo": {"name": "test", "version": "0"}});
        let begun = ask("initialize", about).result();
        assert_eq!(begun["protocolVersion"], revision);
        assert_eq!(begun["serverInfo"]["name"], "toolnode-tests");
        let list = ask("tools/list", json!({})).result();
        assert!(list.get("resultType").is_none() && list.get("ttlMs").is_none(), "{list}");
        assert!(tool(&list, "word_list").get("outputSchema").is_none(), "no object");
        assert_eq!(tool(&list, "greeting_get")["outputSchema"]["type"], "object");
        let call = ask("tools/call", json!({"name": "word_list", "arguments": {"text": "a b"}}));
        let text = json!([{"type": "text", "text": r#"["a","b"]"#}]);
        assert_eq!(call.result(), json!({"content": text, "isError": false}));
        let call = ask("tools/call", json!({"name": "greeting_get", "arguments": {"name": "Ana"}}));
        assert_eq!(call.result()["structuredContent"]["text"], "Hello, Ana");
        for malformed in [json!({"arguments": {}}), json!({"name": 5}), json!([]), json!("x")] {
            assert_eq!(ask("tools/call", malformed).error().0, -32602);
        }
        let (code, message) = ask("tools/destroy", json!({})).error();
        assert_eq!(code, -32601);
        assert!(
            message.contains("unknown method: tools/destroy; served are initialize"),
            "{message}"
        );
        let bare = br#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#;
        let headers = [("MCP-Protocol-Version", revision)];
        let (code, message) = server.connect().post(&headers, bare).error();
        assert_eq!((code, message.contains("server/discover")), (-32601, true), "{message}");
    }
    let body = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let answer = server.connect().post(&[], body);
    assert_eq!((answer.status, answer.body.as_str()), (202, ""));
    server.end();
}

/// As `schema_get` has it, but for white space; a map sorts its keys, and reads numbers.
const WRITTEN: &str = concat!(
    r#""inputSchema":{"type":"object","title":"a \"title\",  with  blanks\\","properties":{"zone":{"type":"number","minimum":1.0,"#,
    r#""examples":[1e2,12345678901234567890123]},"area":{"type":"string","description":"é\u00e9, { \"inputSchema\":{} }"}},"#,
    r#""x-unknown":{"b":1,"a":[]},"additionalProperties":false,"$comment":"last"}"#,
);

#[test]
fn a_schema_of_ones_own_is_served_as_it_was_written() {
    let server = start();
    for listed in [
        server.connect().modern("tools/list", json!({})),
        server.connect().request("tools/list", json!({})),
    ] {
        assert!(listed.body.contains(WRITTEN), "{listed:?}");
        listed.result();
    }
    server.end();
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    command.args(["serve", "--stdio"]).current_dir("/");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let list = toolnode_tests::modern(1, "tools/list", json!({})).to_string() + "\n";
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(list.as_bytes()).expect("it reads");
    let mut said = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut said).expect("UTF-8");
    assert!(said.contains(WRITTEN), "{said}");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_new_revision_is_refused_with_those_that_are_spoken() {
    let server = start();
    let mut message = toolnode_tests::modern(1, "tools/list", json!({}));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
    let headers = [("MCP-Protocol-Version", "2030-01-01"), ("Mcp-Method", "tools/list")];
    let answer = server.connect().post(&headers, message.to_string().as_bytes());
    assert_eq!((answer.status, answer.error().0), (400, -32022));
    let (_, message) = answer.error();
    assert!(message.contains("2030-01-01") && message.contains(MODERN), "{message}");
    let data = &answer.json()["error"]["data"];
    let spoken = json!(["2025-03-26", "2025-06-18", "2025-11-25", MODERN]);
    assert_eq!(data["supported"], spoken, "{data}");
    assert_eq!(answer.json()["id"], 1);
    server.end();
}

#[test]
fn answers_are_json_unless_something_goes_before_them() {
    let server = start();
    let mut client = server.connect();
    let params = json!({"name": "progress_run", "arguments": {}});
    assert_eq!(client.modern("tools/call", params).result()["content"][0]["text"], "done");
    let params = json!({"name": "progress_run", "arguments": {}, "_meta": {"progressToken": "t"}});
    for answer in [
        client.modern("tools/call", params.clone()),
        server.connect().request("tools/call", params),
    ] {
        assert_eq!(answer.header("content-type"), Some("text/event-stream"), "{answer:?}");
        let messages = answer.body.lines().filter_map(|line| line.strip_prefix("data: "));
        let messages: Vec<Value> =
            messages.map(|data| serde_json::from_str(data).expect("JSON")).collect();
        let steps: Vec<_> = messages.iter().map(|m| m["params"]["progress"].clone()).collect();
        assert_eq!(steps, [json!(1.0), json!(2.0), json!(null)], "{messages:?}");
        assert_eq!(messages[0]["params"]["progressToken"], "t");
        assert_eq!(messages[2]["result"]["content"][0]["text"], "done");
    }
    server.end();
}

#[test]
fn lists_are_sorted_and_the_same_for_everybody_and_come_in_pages() {
    let whole = {
        let server = start();
        let list = server.connect().modern("tools/list", json!({})).result();
        let again = server.connect().modern("tools/list", json!({})).result();
        assert_eq!(list, again);
        server.end();
        list["tools"].as_array().expect("a list").clone()
    };
    let names: Vec<_> = whole.iter().map(|tool| tool["name"].as_str().expect("text")).collect();
    assert!(names.is_sorted(), "{names:?}");
    // Two replicas, each with its own pages: a cursor of one is understood by the other.
    let replicas = [4, 5].map(|size| {
        toolnode_tests::HttpServer::start(command().args(["--page-size", &size.to_string()]))
    });
    for modern in [true, false] {
        let (mut tools, mut params, mut turn) = (Vec::new(), json!({}), 0);
        loop {
            let mut client = replicas[turn % 2].connect();
            turn += 1;
            let list = if modern {
                client.modern("tools/list", params).result()
            } else {
                client.request("tools/list", params).result()
            };
            tools.extend(list["tools"].as_array().expect("a list").clone());
            match list.get("nextCursor") {
                Some(cursor) => params = json!({"cursor": cursor}),
                None => break,
            }
        }
        let listed: Vec<_> = tools.iter().map(|tool| tool["name"].as_str()).collect();
        assert_eq!(listed, names.iter().map(|name| Some(*name)).collect::<Vec<_>>());
        if modern {
            assert_eq!(tools, whole);
        }
    }
    for cursor in [json!("5"), json!(""), json!("d29yZF9saXN0"), json!(5), json!({}), json!(true)] {
        let mut client = replicas[0].connect();
        let params = json!({"cursor": cursor});
        assert_eq!(client.modern("tools/list", params.clone()).error().0, -32602, "{cursor}");
        assert_eq!(client.request("tools/list", params).error().0, -32602, "{cursor}");
    }
    for replica in replicas {
        replica.end();
    }
}

#[test]
fn headers_that_are_parameters_must_agree_with_the_call() {
    let instance = Instance::new();
    let types = json!({"$id": "https://example.org/case.json", "$defs": {
        "Region": {"type": "string", "pattern": "^[a-z]+$", "x-mcp-header": "Region"}}});
    instance.file("types.json", &types.to_string());
    let input = "[[io.inputs]]\nname = \"region\"\ntype = \"Region\"\nrequired = true\narg = { flag = \"--region\", joined = true }\n";
    let echo = std::path::Path::new("/bin/echo");
    instance.command("case-run", echo, &[], &format!("\n{input}"));
    let server = toolnode_tests::HttpServer::start(&mut stock(&instance));
    let list = server.connect().modern("tools/list", json!({})).result();
    let header = &list["tools"][0]["inputSchema"]["properties"]["region"]["x-mcp-header"];
    assert_eq!(header, "Region", "{list}");
    let params = json!({"name": "case_run", "arguments": {"region": "north"}});
    let body = toolnode_tests::modern(1, "tools/call", params).to_string();
    let call = |region: &str| {
        let headers = [
            ("MCP-Protocol-Version", MODERN),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "case_run"),
            ("Mcp-Param-Region", region),
        ];
        server.connect().post(&headers, body.as_bytes())
    };
    assert_eq!(call("north").result()["content"][0]["text"], "--region=north\n");
    for wrong in ["south", ""] {
        let answer = call(wrong);
        assert_eq!((answer.status, answer.error().0), (400, -32020), "{answer:?}");
    }
    server.end();
}

#[test]
fn standard_streams_and_http_are_served_at_once() {
    let mut child = command()
        .arg("--stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let (address, said) = listening(child.stderr.take().expect("a pipe"));
    let list = toolnode_tests::Connection::to(&address).modern("tools/list", json!({})).result();
    let mut server = toolnode_tests::Server::of(child);
    server.send(&toolnode_tests::modern(1, "tools/list", json!({})));
    assert_eq!(server.receive()["result"], list);
    server.end();
    assert!(said.join().expect("read").contains("over stdio and HTTP"));
}

#[test]
fn the_deployment_says_where_and_the_command_line_goes_before_it() {
    let instance = super::instance(&["print", "one"]);
    instance.file("toolnode.deploy.toml", "[serve]\nhttp = \"127.0.0.1:0\"\npage_size = 1\n");
    let of_file = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
        command.arg("serve").arg("--instance").arg(instance.path());
        command
    };
    let server = toolnode_tests::HttpServer::start(&mut of_file());
    let params = json!({"name": "case_run", "arguments": {}});
    let call = server.connect().modern("tools/call", params).result();
    assert_eq!(call["content"][0]["text"], "one\n");
    server.end();
    let (mut server, _) = toolnode_tests::Server::start(of_file().arg("--stdio"));
    assert_eq!(server.call("case_run", json!({}))["content"][0]["text"], "one\n");
    let said = server.end();
    assert!(said.contains("over stdio") && !said.contains("listening"), "{said}");
}

#[test]
fn what_is_served_is_what_was_declared() {
    let instance = super::instance(&["print", "one"]);
    let server = toolnode_tests::HttpServer::start(&mut stock(&instance));
    let mut check = Command::new(env!("CARGO_BIN_EXE_stock"));
    check.args(["check", "--url", &server.url(), "--instance"]).arg(instance.path());
    let output = check.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    for row in [" schema ", " coverage "] {
        let line = said.lines().find(|line| line.starts_with(row));
        let line = line.unwrap_or_else(|| panic!("{said}"));
        for part in ["agrees", "1 tool", "2025-11-25 and 2026-07-28"] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }
    server.end();
}
