//! `check --lock FILE` of somebody else's server: no node has a part in it, and what was not approved is an error.
#![cfg(feature = "cli")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::answer;
use serde_json::{Value, json};

/// A folder with a server that lists what it is told, and no instance.
struct Somebody(tempfile::TempDir);

impl Somebody {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    /// A server of these tools, which speaks the older generation only: every request has its answer in a file.
    fn server(&self, tools: &Value) -> PathBuf {
        let answer = |id: u8, result: Value| {
            json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string()
        };
        let about = json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "theirs", "version": "3.1.4"}});
        self.file("initialize", &answer(1, about));
        self.file("list", &answer(2, json!({"tools": tools})));
        self.file(
            "server.sh",
            "cd \"${0%/*}\"\nwhile read -r line; do\n  case $line in\n    *'\"initialize\"'*) cat initialize; echo;;\n    \
             *'\"tools/list\"'*) cat list; echo;;\n    *'\"server/discover\"'*) exit 1;;\n  esac\ndone\n",
        )
    }

    fn run(&self, words: &[&str], server: &Path) -> std::process::Output {
        Command::new(env!("CARGO_BIN_EXE_toolnode"))
            .args(words)
            .args(["--command", "sh"])
            .arg(server)
            .current_dir(self.0.path())
            .output()
            .expect("the binary runs")
    }

    /// Locks these tools.
    fn approve(&self, tools: &Value) -> (String, String) {
        let output = self.run(&["lock"], &self.server(tools));
        assert!(output.status.success(), "{output:?}");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    }

    /// Level, code and message of what is found of these tools, and the exit status.
    fn found(&self, tools: &Value) -> (Vec<(String, String, String)>, i32) {
        let (report, exit) =
            answer(&self.run(&["check", "--json", "--lock", "theirs.lock"], &self.server(tools)));
        let rows = report["rows"].as_array().expect("rows");
        assert_eq!((rows.len(), &rows[0]["name"]), (1, &json!("lock")), "{report:#}");
        let text = |finding: &Value, key: &str| finding[key].as_str().expect(key).to_owned();
        let found = rows[0]["findings"].as_array().expect("findings").iter();
        let found = found.map(|finding| {
            (text(finding, "level"), text(finding, "code"), text(finding, "message"))
        });
        (found.collect(), exit)
    }
}

fn tools(schema: &Value) -> Value {
    json!([{"name": "read", "description": "Read a file.", "inputSchema": schema}])
}

fn of_path() -> Value {
    json!({"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]})
}

#[test]
fn a_server_is_pinned_without_an_instance() {
    let somebody = Somebody::new();
    let (said, complaint) = somebody.approve(&tools(&of_path()));
    assert_eq!(
        (said.as_str(), complaint.as_str()),
        ("wrote theirs.lock: theirs 3.1.4, 1 tools\n", "")
    );
    assert_eq!(somebody.found(&tools(&of_path())), (vec![], 0));
    let (found, exit) = somebody.found(&json!([]));
    assert_eq!(exit, 1);
    let error = |code: &str, message: &str| {
        (String::from("error"), code.to_owned(), format!("`read`: {message}"))
    };
    assert_eq!(found, [error("breaking", "the tool is gone")]);

    let (found, exit) =
        somebody.found(&tools(&json!({"$schema": "http://json-schema.org/draft-07/schema#"})));
    let vacuous = "it takes more than before: any call at all, for its input schema says nothing";
    assert_eq!(exit, 1);
    assert!(found.contains(&error("compatible", vacuous)), "{found:?}");
}

#[test]
fn a_tool_that_is_new_was_not_approved() {
    let somebody = Somebody::new();
    somebody.approve(&json!([]));
    let (found, exit) = somebody.found(&tools(&of_path()));
    let expected =
        ("error".to_owned(), "compatible".to_owned(), "`read`: the tool is new".to_owned());
    assert_eq!((found, exit), (vec![expected], 1));
}

#[test]
fn what_says_nothing_is_told_when_it_is_approved() {
    let somebody = Somebody::new();
    let (_, complaint) = somebody.approve(&json!([
        {"name": "anything", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#"}},
        {"name": "nothing", "inputSchema": {"type": "object", "properties": {}}},
    ]));
    let expected =
        "1 of them have an input schema that says nothing and accepts any call: anything\n";
    assert_eq!(complaint, expected);
}

#[test]
fn only_calls_count() {
    let somebody = Somebody::new();
    let dialect = "http://json-schema.org/draft-07/schema#";
    somebody.approve(&tools(&json!({"$schema": dialect})));
    // A list or `null` never were calls, so nobody loses anything; what a model reads of it is another text.
    let (found, _) = somebody.found(&tools(&json!({"$schema": dialect, "type": "object"})));
    assert!(found.iter().all(|(_, code, _)| code == "review"), "{found:?}");
    let (found, _) = somebody.found(&tools(&of_path()));
    assert_eq!(
        found[0].2,
        "`read`: it refuses the call {}, which it took before, when its input schema said nothing"
    );
}

#[test]
fn keys_that_were_declared_are_told_from_those_that_were_not() {
    let somebody = Somebody::new();
    let inner = |more: &Value| {
        let item = json!({"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": more});
        tools(&json!({"type": "object", "properties": {"list": {"type": "array", "items": item}}}))
    };
    for (before, code) in [
        (json!(true), "breaking-for-undeclared-keys"),
        // The keys of a map are declared, by a schema for all of them.
        (json!({"type": "string"}), "breaking"),
    ] {
        somebody.approve(&inner(&before));
        let (found, exit) = somebody.found(&inner(&json!(false)));
        assert_eq!((found[0].1.as_str(), exit), (code, 1), "{found:?}");
    }
    // Keys that another part of the schema declares are declared.
    let parts = |more: bool| {
        let part = |key: &str| json!({"properties": {key: {"type": "string"}}});
        let mut schema = json!({"type": "object", "allOf": [part("a"), part("b")]});
        if !more {
            schema["additionalProperties"] = json!(false);
        }
        tools(&schema)
    };
    somebody.approve(&parts(true));
    assert_eq!(somebody.found(&parts(false)).0[0].1, "breaking");
}

#[test]
fn what_is_not_there_is_never_green() {
    let somebody = Somebody::new();
    somebody.approve(&tools(&of_path()));
    let check = ["check", "--json", "--lock", "theirs.lock"];
    let (report, exit) = answer(&somebody.run(&check, Path::new("/does/not/exist")));
    assert_eq!((&report["rows"][0]["state"], exit), (&json!("could-not-check"), 2));
    let server = somebody.server(&tools(&of_path()));
    let output = somebody.run(&["check", "--audit", "log", "--lock", "theirs.lock"], &server);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--audit is about the nodes of an instance"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}
