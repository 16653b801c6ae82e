//! Commands that misbehave, as real processes of a real server: each line of `fixtures/commands/cases.jsonl`, which come
//! from public reports, and what else the book promises in "What happens to a command".

mod cases;
mod ends;
mod limits;
mod results;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use toolnode_tests::{Instance, Server, processes_below, processes_in};

pub(crate) fn helper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_misbehave"))
}

/// An instance with one node, `case_run`, that runs the helper.
pub(crate) fn instance(words: &str, rest: &str) -> Instance {
    let instance = Instance::new();
    add(&instance, "case-run", words, rest);
    instance
}

pub(crate) fn add(instance: &Instance, id: &str, words: &str, rest: &str) {
    let words: Vec<_> = words.split(' ').filter(|word| !word.is_empty()).collect();
    instance.command(id, helper(), &words, rest);
}

pub(crate) fn command(instance: &Instance) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
    command.arg("serve").arg("--instance").arg(instance.path()).current_dir("/");
    command
}

pub(crate) fn serve(instance: &Instance) -> Server {
    Server::start(&mut command(instance)).0
}

pub(crate) fn serve_within(instance: &Instance, limits: &Value) -> Server {
    Server::start(command(instance).env("TEST_LIMITS", limits.to_string())).0
}

/// Serves the one node and calls it.
pub(crate) fn run(words: &str, rest: &str) -> Value {
    let instance = instance(words, rest);
    let mut server = serve(&instance);
    let result = server.call("case_run", json!({}));
    server.end();
    assert_eq!(processes_in(&instance.path()), []);
    result
}

pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"))
}

pub(crate) fn fails(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    text(result)
}

pub(crate) fn succeeds(result: &Value) -> &str {
    assert_ne!(result["isError"], true, "{result}");
    text(result)
}

pub(crate) fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        let begin: String = text.chars().take(500).collect();
        assert!(text.contains(part), "{part:?} is not in {begin}");
    }
}

/// Everything by which a process gets away from whoever started it.
pub(crate) const DETACHED: &str =
    "start sleeper hide deaf-sleeper start session hide session start daemon hide daemon";

pub(crate) const TYPES: &str = r#"{"$id": "https://example.org/case.json", "$defs": {"Word": {"type": "string", "pattern": "^[a-z]*$"},
    "Item": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}}"#;

pub(crate) fn zombies_below(ancestor: u32) -> Vec<(u32, char)> {
    processes_below(ancestor).into_iter().filter(|(_, state)| *state == 'Z').collect()
}
