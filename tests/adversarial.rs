//! Hostile values through commands declared in Rust, run as real processes: refused before anything starts, or delivered byte
//! for byte. The cases are those that the nodes in files are tested with.
#![allow(missing_docs, reason = "a test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// An instance of the name of the package that declares the commands: they run in its folder.
fn write_instance(folder: &Path) {
    let manifest = "[instance]\nname = \"toolnode-tests\"\nversion = \"1.0.0\"\n";
    fs::write(folder.join("toolnode.toml"), manifest).unwrap();
    let script =
        "#!/bin/sh\n{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; cat; } > ran\n";
    fs::write(folder.join("show-argv"), script).unwrap();
    fs::set_permissions(folder.join("show-argv"), fs::Permissions::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("/", folder.join("link-out")).unwrap();
}

/// The value of a case as JSON text: some are described rather than written.
fn value_text(value: &Value) -> String {
    if value == "1e400 (raw number)" {
        return "1e400".to_owned();
    }
    let times = value["times"].as_u64().and_then(|times| usize::try_from(times).ok()).unwrap_or(0);
    if let Some(text) = value["repeat"].as_str() {
        return json!(text.repeat(times)).to_string();
    }
    if let Some(item) = value["repeat_item"].as_str() {
        return json!(vec![item; times]).to_string();
    }
    value.to_string()
}

/// What the command must be given for a value that is delivered.
fn literal(case: &Value) -> String {
    let value = &case["value"];
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match case["place"].as_str() {
        Some("stdin") => format!("fixed\0{text}"),
        Some("flag-joined") => format!("fixed\0--value={text}\0"),
        Some("flag-separate") => format!("fixed\0--value\0{text}\0"),
        Some("flag-bool") => if value == true { "fixed\0--value\0" } else { "fixed\0" }.to_owned(),
        _ => format!("fixed\0{text}\0"),
    }
}

fn call(folder: &Path, case: &Value) -> Output {
    let name = format!("{}-{}", case["type"].as_str().unwrap(), case["place"].as_str().unwrap());
    let input = folder.join("input.json");
    fs::write(&input, format!("{{\"value\": {}}}", value_text(&case["value"]))).unwrap();
    Command::new(env!("CARGO_BIN_EXE_commanded"))
        .args(["call", &name, "--json", "--instance"])
        .arg(folder)
        .arg("--input")
        .arg(format!("@{}", input.display()))
        .output()
        .unwrap()
}

fn check(case: &Value) {
    let folder = tempfile::tempdir().unwrap();
    write_instance(folder.path());
    let output = call(folder.path(), case);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{case}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    });
    let ran = folder.path().join("ran").exists();
    if case["expect"] == "refuse" {
        assert_eq!(output.status.code(), Some(3), "{case}: {answer}");
        assert_eq!(answer["refused"]["code"], "refused-input", "{case}: {answer}");
        assert!(!ran, "{case}: something started");
    } else {
        assert_eq!(output.status.code(), Some(0), "{case}: {answer}");
        let given = fs::read(folder.path().join("ran")).unwrap();
        assert_eq!(String::from_utf8_lossy(&given), literal(case), "{case}");
    }
}

#[test]
fn hostile_values_are_refused_or_literal() {
    let cases = include_str!("../core/tests/fixtures/adversarial/cases.jsonl");
    let mut seen = 0;
    for line in cases.lines() {
        check(&serde_json::from_str(line).unwrap());
        seen += 1;
    }
    assert!(seen > 20, "only {seen} cases were read");
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
