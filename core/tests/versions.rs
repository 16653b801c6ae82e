//! What changed between two versions of real servers, by what they served.
#![cfg(feature = "cli")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PAIRS: [&str; 4] = ["filesystem", "git", "memory", "sequential-thinking"];

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/versions").join(name)
}

fn diff(from: &str, to: &str, more: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .arg("diff")
        .args([file(from), file(to)])
        .args(more)
        .output()
        .expect("the binary runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{from} to {to}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn tool(lock: &str, tool: &str, schema: &str) -> Value {
    let text = std::fs::read_to_string(file(lock)).expect("a lock");
    let lock: Value = serde_json::from_str(&text).expect("JSON");
    lock["tools"][tool][schema].clone()
}

/// `TOOLNODE_BLESS=1` writes what is expected anew.
#[test]
fn each_change_is_told_and_nothing_is_undetermined() {
    for pair in PAIRS {
        let said = diff(&format!("{pair}-old.lock"), &format!("{pair}-new.lock"), &[]);
        let path = file(&format!("{pair}.txt"));
        if std::env::var_os("TOOLNODE_BLESS").is_some() {
            std::fs::write(&path, &said).expect("written");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("committed"), said, "{pair}");
        assert!(!said.contains("not known"), "{pair}: {said}");
    }
}

/// In both directions: what is shown as refused now was accepted before, by a validator that had no part in the comparison.
#[test]
fn each_value_shows_what_is_said_of_it() {
    let mut shown = 0;
    for pair in PAIRS {
        let (old, new) = (format!("{pair}-old.lock"), format!("{pair}-new.lock"));
        for (from, to) in [(&old, &new), (&new, &old)] {
            let report: Value = serde_json::from_str(&diff(from, to, &["--json"])).expect("JSON");
            for change in report["changes"].as_array().expect("changes") {
                let Some(value) = change.get("witness") else { continue };
                let message = change["message"].as_str().expect("a sentence");
                let name = change["tool"].as_str().expect("a name");
                let schema =
                    if message.starts_with("it may give") { "outputSchema" } else { "inputSchema" };
                let accepted = |lock: &str| {
                    let schema = tool(lock, name, schema);
                    jsonschema::validator_for(&schema).expect("a schema").is_valid(value)
                };
                let (before, now) = (accepted(from), accepted(to));
                let is_call = schema == "outputSchema" || value.is_object();
                let lost = message.starts_with("it refuses the call");
                assert!(before == lost && now != lost && is_call, "{from} to {to}: {change}");
                shown += 1;
            }
        }
    }
    assert!(shown >= 50, "{shown}");
}
