//! `check` through the real binary: each mistake is found, with its place and what to write instead.
#![cfg(feature = "cli")]
#![allow(missing_docs, reason = "a test")]

#[path = "../common/mod.rs"]
mod common;
mod declared;
mod names;
mod told;

use common::{Instance, answer};
use serde_json::{Value, json};

/// What a sound instance looks like; a test adds one mistake.
fn sound() -> Instance {
    let instance = Instance::new();
    instance.file("skills/cases.md", "---\nname: cases\ndescription: What cases are for.\n---\n");
    instance.file("types.json", &types().to_string());
    instance.file(
        "tools/case-list.toml",
        "id = \"case-list\"\nsummary = \"A case: list all.\"\nsatisfies = [\"cases\"]\ninvoke.shell = \"ls\"\n\
         [[io.inputs]]\nname = \"folder\"\ntype = \"RepoPath\"\nrequired = false\narg = { positional = 0 }\n",
    );
    instance
}

fn types() -> Value {
    json!({
        "$id": "https://example.org/cases/types.json",
        "$defs": {
            "Anything": {"description": "Whatever."},
            "Word": {"type": "string", "pattern": "^[a-z]+$"},
            "Dashed": {"type": "string", "pattern": "^[a-z-]+$"},
            "Prose": {"type": "string"},
        },
    })
}

/// Adds a node; `rest` is TOML from behind `satisfies` on.
fn node(instance: &Instance, id: &str, summary: &str, rest: &str) {
    let text = format!("id = \"{id}\"\nsummary = \"{summary}\"\nsatisfies = [\"cases\"]\n{rest}");
    instance.file(&format!("tools/{id}.toml"), &text);
}

fn report(instance: &Instance, more: &[&str]) -> (Value, i32) {
    let args = [&["check", "--json", "--offline"], more].concat();
    let (report, status) = answer(&instance.run(&args));
    let schema = std::fs::read_to_string("schema/check-report.schema.json").expect("committed");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    assert!(validator.is_valid(&report), "{report:#}");
    (report, status)
}

fn row<'r>(report: &'r Value, name: &str) -> &'r Value {
    let rows = report["rows"].as_array().expect("a list");
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no row {name}"))
}

/// The findings of a row as `level code subject about`, with `-` for nothing.
fn found(report: &Value, name: &str) -> Vec<String> {
    let findings = row(report, name)["findings"].as_array().expect("a list");
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or("-").to_owned();
    let line = |finding: &Value| {
        ["level", "code", "subject", "about"].map(|key| text(finding, key)).join(" ")
    };
    findings.iter().map(line).collect()
}

/// A row in which one node made one mistake.
#[track_caller]
fn one(instance: &Instance, name: &str, expected: &str) -> Value {
    let (report, _) = report(instance, &[]);
    assert_eq!(found(&report, name), [expected], "{report:#}");
    row(&report, name)["findings"][0].clone()
}

#[test]
fn a_sound_instance_agrees() {
    let (report, exit) = report(&sound(), &[]);
    let states: Vec<_> =
        report["rows"].as_array().unwrap().iter().map(|row| &row["state"]).collect();
    assert_eq!(
        states,
        [
            "agrees",
            "agrees",
            "agrees",
            "agrees",
            "not-configured",
            "not-configured",
            "not-configured",
            "not-configured"
        ],
        "{report:#}"
    );
    assert_eq!(exit, 0);
}
