//! Cases of hostile values: a value of a type at a place of a command, which is refused before anything starts, or arrives byte
//! for byte. How the command is declared is for whoever reads them to say.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

/// The cases of the file.
pub(crate) fn cases() -> Vec<Value> {
    let lines = include_str!("../fixtures/adversarial/cases.jsonl").lines();
    let cases: Vec<_> = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(cases.len() > 20, "only {} cases were read", cases.len());
    cases
}

/// An instance of this name, in which `./show-argv` says that it ran, by a file that holds its words and its standard input byte
/// for byte, and from which `link-out` leads.
pub(crate) fn write_instance(folder: &Path, name: &str) {
    let manifest = format!("[instance]\nname = \"{name}\"\nversion = \"1.0.0\"\n");
    fs::write(folder.join("toolnode.toml"), manifest).expect("a file");
    let script =
        "#!/bin/sh\n{ for word in \"$@\"; do printf '%s\\0' \"$word\"; done; cat; } > ran\n";
    let path = folder.join("show-argv");
    fs::write(&path, script).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    std::os::unix::fs::symlink("/", folder.join("link-out")).expect("a link");
}

/// Writes the value of a case as the input of a call; for `--input`.
pub(crate) fn write_input(folder: &Path, case: &Value) -> String {
    let path = folder.join("input.json");
    fs::write(&path, format!("{{\"value\": {}}}", value_text(&case["value"]))).expect("a file");
    format!("@{}", path.display())
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

/// Whether a call of `call --json` in the folder of an instance did what the case expects.
pub(crate) fn judge(folder: &Path, case: &Value, output: &Output) {
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{case}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    });
    let ran = folder.join("ran");
    if case["expect"] == "refuse" {
        assert_eq!(output.status.code(), Some(3), "{case}: {answer}");
        assert_eq!(answer["refused"]["code"], "refused-input", "{case}: {answer}");
        assert!(!ran.exists(), "{case}: something started");
    } else {
        assert_eq!(output.status.code(), Some(0), "{case}: {answer}");
        let given = fs::read(ran).expect("it ran");
        assert_eq!(String::from_utf8_lossy(&given), literal(case), "{case}");
    }
}
