//! `schema`, as a user runs it.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Two schema files in a folder of their own.
struct Files(tempfile::TempDir);

impl Files {
    fn new(a: &str, b: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("a.json", a), ("b.json", b)] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        Self(folder)
    }

    fn compare(&self, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_toolnode"))
            .args(["schema", "a.json", "b.json"])
            .args(more)
            .current_dir(self.0.path())
            .output()
            .expect("the binary runs")
    }
}

fn said(output: &Output) -> (String, Option<i32>) {
    let text = [&*output.stdout, &*output.stderr].concat();
    (String::from_utf8(text).expect("text"), output.status.code())
}

#[test]
fn a_difference_comes_with_a_value() {
    let files = Files::new(r#"{"type": "integer"}"#, r#"{"type": "number"}"#);
    let expected = "subset\n  all that a.json accepts, b.json accepts\n  b.json accepts, and a.json refuses: 0.5\n";
    assert_eq!(said(&files.compare(&[])), (expected.to_owned(), Some(0)));
    let record: Value = serde_json::from_slice(&files.compare(&["--json"]).stdout).expect("JSON");
    let expected = json!({
        "relation": "subset", "a_subset_b": true, "b_subset_a": false, "witness_b_not_a": 0.5,
    });
    assert_eq!(record, expected);
}

#[test]
fn the_dialect_of_a_schema_without_one_can_be_said() {
    let files =
        Files::new(r#"{"type": "array", "items": [{"type": "null"}]}"#, r#"{"type": "array"}"#);
    assert_eq!(said(&files.compare(&["--draft", "draft-07"])).1, Some(0));
    assert_eq!(said(&files.compare(&[])).1, Some(2));
    let (text, exit) = said(&files.compare(&["--draft", "draft-7000"]));
    assert!(text.contains("known are") && exit == Some(2), "{text}");
}

#[test]
fn what_cannot_be_read_or_known_is_exit_2() {
    for (a, words) in [
        ("{", "a.json: no JSON"),
        (r#"{"const": 0.123456789012345678901}"#, "a.json: the number 0.123456789012345678901"),
        (
            r#"{"$ref": "https://example.org/x"}"#,
            "is not known: nothing is known of what https://example.org/x names (a#)",
        ),
    ] {
        let (text, exit) = said(&Files::new(a, r#"{"type": "null"}"#).compare(&[]));
        assert!(text.contains(words) && exit == Some(2), "{text}");
    }
    let files = Files::new("{}", "{}");
    fs::remove_file(files.0.path().join("b.json")).expect("it was there");
    let (text, exit) = said(&files.compare(&[]));
    assert!(text.contains("b.json: cannot be read") && exit == Some(2), "{text}");
}

#[test]
fn records_are_answered_line_by_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["schema", "--jsonl", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let lines = concat!(
        r#"{"id": "one", "a": {"const": 1}, "b": {"type": "integer"}}"#,
        "\n\n",
        r#"{"id": "two", "a": {"items": [true, false]}, "b": {"type": "array", "maxItems": 1}, "draft": "draft-07"}"#,
        "\n",
        r#"{"id": 3}"#,
        "\n",
    );
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [one, two, three] = answers.as_slice() else { panic!("{text}") };
    assert_eq!(
        (&one["id"], &one["a_subset_b"], &one["b_subset_a"]),
        (&json!("one"), &json!(true), &json!(false))
    );
    assert_eq!(
        (&two["a_subset_b"], &two["witness_a_not_b"], &two["b_subset_a"]),
        (&json!(false), &Value::Null, &json!(true))
    );
    assert!(
        two.as_object().expect("an object").contains_key("witness_a_not_b")
            && two["micros"].is_u64()
    );
    assert_eq!((&three["id"], &three["a_subset_b"]), (&json!(3), &Value::Null));
    assert!(three["reason"].is_string());
}
