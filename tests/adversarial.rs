//! Hostile values through commands declared in Rust, run as real processes: refused before anything starts, or delivered byte
//! for byte. The cases are those that the nodes in files are tested with.
#![allow(missing_docs, reason = "a test")]

#[path = "../core/tests/hostile/mod.rs"]
mod hostile;

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

fn check(case: &Value) {
    let folder = tempfile::tempdir().unwrap();
    // Of the name of the package that declares the commands: they run in its folder.
    hostile::write_instance(folder.path(), "toolnode-tests");
    let name = format!("{}-{}", case["type"].as_str().unwrap(), case["place"].as_str().unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_commanded"))
        .args(["call", &name, "--json", "--instance"])
        .arg(folder.path())
        .args(["--input", &hostile::write_input(folder.path(), case)])
        .output()
        .unwrap();
    hostile::judge(folder.path(), case, &output);
}

#[test]
fn hostile_values_are_refused_or_literal() {
    hostile::cases().iter().for_each(check);
}

#[test]
fn more_values() {
    for (ty, place, value, expect) in [
        ("plus-admitting", "positional", json!("+cmd"), "refuse"),
        ("empty-admitting", "positional", json!(""), "literal"),
        ("empty-admitting", "flag-separate", json!(""), "literal"),
        ("integer", "flag-separate", json!(-5), "refuse"),
        ("integer", "flag-joined", json!(-5), "literal"),
        ("count", "positional", json!(7), "literal"),
        ("count", "positional", json!(1_000_000_001), "refuse"),
        ("boolean", "flag-bool", json!(true), "literal"),
        ("boolean", "flag-bool", json!(false), "literal"),
        ("slug", "positional", json!("a;b"), "refuse"),
        ("slug", "positional", json!("a\n"), "refuse"),
        ("slug", "positional", json!("a-b"), "literal"),
        ("slug", "positional-repeated", json!([]), "refuse"),
        ("name", "positional", json!("a\u{200b}b"), "refuse"),
        ("markdown", "stdin", json!("-- \u{0}\r\n\u{1b}[0m"), "literal"),
        ("markdown", "stdin", json!(["a"]), "refuse"),
        ("repo-path", "positional", json!("absent/folder/file"), "literal"),
        ("repo-path", "positional", json!("a/../b"), "refuse"),
        ("repo-path", "flag-joined", json!("link-out"), "refuse"),
    ] {
        check(&json!({"type": ty, "place": place, "value": value, "expect": expect}));
    }
}

#[test]
fn without_an_instance_of_its_own_a_command_runs_in_the_folder_of_its_crate() {
    let elsewhere = tempfile::tempdir().unwrap();
    let other = elsewhere.path().join("toolnode.toml");
    for served in [false, true] {
        if served {
            fs::write(&other, "[instance]\nname = \"other\"\nversion = \"1.0.0\"\n").unwrap();
        }
        for (input, words) in [("{}", "\n"), (r#"{"all": true}"#, "--all\n")] {
            let output = Command::new(env!("CARGO_BIN_EXE_commanded"))
                .args(["call", "folder_get", "--input", input])
                .current_dir(elsewhere.path())
                .output()
                .unwrap();
            let expected = format!("{}\n{words}", env!("CARGO_MANIFEST_DIR"));
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected.trim_end());
            assert_eq!(output.status.code(), Some(0));
        }
    }
}
