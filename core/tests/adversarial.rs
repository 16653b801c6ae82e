//! Hostile values through a real command: refused before anything starts, or delivered byte for byte.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// Name of a type in the cases → its schema. Each admits the hostile value, so that only the guard under test
/// can refuse it (or is plain, where the type is what refuses).
fn schema(ty: &str) -> Value {
    match ty {
        "dash-admitting" => json!({"type": "string", "pattern": "^[A-Za-z0-9=/_.+@-]+$"}),
        "slug" => json!({"type": "string", "pattern": "^[a-z][a-z0-9-]*$"}),
        "slug-unbounded" => json!({"type": "string", "pattern": "^[a-z]+$"}),
        "name" => json!({"type": "string", "pattern": r"^[\p{L}\p{M}\p{N}]+$"}),
        "at-admitting" => json!({"type": "string", "pattern": "^[a-z@/-]+$"}),
        "plus-admitting" => json!({"type": "string", "pattern": "^[a-z+-]+$"}),
        "any-letter-or-dash" | "space-admitting" => {
            json!({"type": "string", "pattern": "^[a-z-]+$"})
        }
        "empty-admitting" => json!({"type": "string", "pattern": "^[a-z]*$"}),
        "url" => json!({"type": "string", "pattern": "^https?://[a-z.]+$"}),
        "count" => json!({"type": "integer", "minimum": 0, "maximum": 1_000_000_000}),
        "integer" => json!({"type": "integer"}),
        "boolean" => json!({"type": "boolean"}),
        "repo-path" => json!({"$ref": "urn:toolnode:types:1#/$defs/RepoPath"}),
        "markdown" => json!({"$ref": "urn:toolnode:types:1#/$defs/Markdown"}),
        other => panic!("a case names the type {other}, which this test does not know"),
    }
}

fn arg(place: &str) -> &'static str {
    match place {
        "positional" | "positional-repeated" => "{ positional = 0 }",
        "flag-separate" | "flag-bool" => "{ flag = \"--value\" }",
        "flag-joined" => "{ flag = \"--value\", joined = true }",
        "stdin" => "{ stdin = true }",
        other => panic!("a case names the place {other}, which this test does not know"),
    }
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

fn write_instance(folder: &Path, case: &Value) {
    let place = case["place"].as_str().expect("a place");
    fs::create_dir_all(folder.join("tools")).expect("a folder");
    fs::write(folder.join("toolnode.toml"), "[instance]\nname = \"cases\"\nversion = \"1.0.0\"\n")
        .expect("a file");
    let types = json!({
        "$id": "https://example.org/cases/types.json",
        "$defs": {"Case": schema(case["type"].as_str().expect("a type"))},
    });
    fs::write(folder.join("types.json"), types.to_string()).expect("a file");
    // Says that it ran, by a file that holds its words and its standard input byte for byte.
    let script =
        "#!/bin/sh\n{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; cat; } > ran\n";
    fs::write(folder.join("show-argv"), script).expect("a file");
    Command::new("chmod").arg("+x").arg(folder.join("show-argv")).status().expect("chmod runs");
    std::os::unix::fs::symlink("/", folder.join("link-out")).expect("a link");
    let node = format!(
        "id = \"case-run\"\nsummary = \"A case: prints its words.\"\nsatisfies = [\"cases\"]\n\
         [invoke]\nshell = \"./show-argv fixed\"\n\
         [[io.inputs]]\nname = \"value\"\ntype = \"Case\"\nrequired = true\nrepeated = {}\narg = {}\n",
        place == "positional-repeated",
        arg(place)
    );
    fs::write(folder.join("tools/case-run.toml"), node).expect("a file");
}

fn call(folder: &Path, value: &str) -> Output {
    let input = folder.join("input.json");
    fs::write(&input, format!("{{\"value\": {value}}}")).expect("a file");
    Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["call", "case_run", "--json", "--instance"])
        .arg(folder)
        .arg("--input")
        .arg(format!("@{}", input.display()))
        .output()
        .expect("the binary runs")
}

/// What the command must be given for a value that is delivered.
fn literal(case: &Value) -> String {
    let value = &case["value"];
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match case["place"].as_str() {
        Some("stdin") => format!("fixed\0{text}"),
        Some("flag-joined") => format!("fixed\0--value={text}\0"),
        Some("flag-separate") => format!("fixed\0--value\0{text}\0"),
        _ => format!("fixed\0{text}\0"),
    }
}

#[test]
fn hostile_values_are_refused_or_literal() {
    let cases = include_str!("fixtures/adversarial/cases.jsonl");
    let mut seen = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_instance(folder.path(), &case);
        let output = call(folder.path(), &value_text(&case["value"]));
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
            let given = fs::read(folder.path().join("ran")).expect("it ran");
            assert_eq!(String::from_utf8_lossy(&given), literal(&case), "{case}");
        }
        seen += 1;
    }
    assert!(seen > 20, "only {seen} cases were read");
}

/// Values that must arrive although they look odd, and values that must not, beside the cases of the file.
#[test]
fn more_values() {
    let more = [
        ("plus-admitting", "positional", json!("+cmd"), "refuse"),
        ("plus-admitting", "flag-joined", json!("+cmd"), "literal"),
        ("empty-admitting", "positional", json!(""), "literal"),
        ("empty-admitting", "flag-separate", json!(""), "literal"),
        ("integer", "flag-separate", json!(-5), "refuse"),
        ("integer", "flag-joined", json!(-5), "literal"),
        ("integer", "positional", json!(9_007_199_254_740_993_u64), "literal"),
        ("any-letter-or-dash", "positional", json!("é"), "refuse"),
        ("name", "positional", json!("a\u{200b}b"), "refuse"),
        ("name", "positional", json!("ａ"), "literal"),
        ("markdown", "stdin", json!("-- \u{0}\r\n\u{1b}[0m"), "literal"),
        ("repo-path", "positional", json!("absent/folder/file"), "literal"),
        ("repo-path", "positional", json!("a/../b"), "refuse"),
        ("repo-path", "flag-separate", json!("link-out/etc/passwd"), "refuse"),
        ("repo-path", "flag-joined", json!("link-out"), "refuse"),
    ];
    for (ty, place, value, expect) in more {
        let case = json!({"type": ty, "place": place, "value": value, "expect": expect});
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_instance(folder.path(), &case);
        let output = call(folder.path(), &value_text(&case["value"]));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{case}: {error}: {}", String::from_utf8_lossy(&output.stderr))
        });
        if expect == "refuse" {
            assert_eq!(output.status.code(), Some(3), "{case}: {answer}");
            assert!(!folder.path().join("ran").exists(), "{case}: something started");
        } else {
            assert_eq!(output.status.code(), Some(0), "{case}: {answer}");
            let given = fs::read(folder.path().join("ran")).expect("it ran");
            assert_eq!(String::from_utf8_lossy(&given), literal(&case), "{case}");
        }
    }
}
