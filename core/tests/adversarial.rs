//! Hostile values through a real command: refused before anything starts, or delivered byte for byte.

mod hostile;

use std::fs;
use std::path::Path;
use std::process::Command;

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
        "path-by-condition" => json!({
            "type": "string", "pattern": "^[a-z./-]+$", "if": {"minLength": 1},
            "then": {"$ref": "urn:toolnode:types:1#/$defs/RepoPath"},
        }),
        "path-by-rule" => json!({
            "type": "string", "pattern": "^[a-z./-]+$",
            "not": {"not": {"x-toolnode": {"path": "inside"}}},
        }),
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

/// An instance in which the command takes one value as the case says.
fn write_instance(folder: &Path, case: &Value) {
    let place = case["place"].as_str().expect("a place");
    fs::create_dir_all(folder.join("tools")).expect("a folder");
    hostile::write_instance(folder, "cases");
    let types = json!({
        "$id": "https://example.org/cases/types.json",
        "$defs": {"Case": schema(case["type"].as_str().expect("a type"))},
    });
    fs::write(folder.join("types.json"), types.to_string()).expect("a file");
    let node = format!(
        "id = \"case-run\"\nsummary = \"A case: prints its words.\"\nsatisfies = [\"cases\"]\n\
         [invoke]\nshell = \"./show-argv fixed\"\n\
         [[io.inputs]]\nname = \"value\"\ntype = \"Case\"\nrequired = true\nrepeated = {}\narg = {}\n",
        place == "positional-repeated",
        arg(place)
    );
    fs::write(folder.join("tools/case-run.toml"), node).expect("a file");
}

fn check(case: &Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write_instance(folder.path(), case);
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["call", "case_run", "--json", "--instance"])
        .arg(folder.path())
        .args(["--input", &hostile::write_input(folder.path(), case)])
        .output()
        .expect("the binary runs");
    hostile::judge(folder.path(), case, &output);
}

#[test]
fn hostile_values_are_refused_or_literal() {
    hostile::cases().iter().for_each(check);
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
        ("path-by-condition", "positional", json!("link-out"), "refuse"),
        ("path-by-condition", "positional", json!("absent/file"), "literal"),
        ("path-by-rule", "positional", json!("../x"), "refuse"),
        ("path-by-rule", "positional-repeated", json!(["a", "a/../../x"]), "refuse"),
        ("path-by-rule", "flag-joined", json!("a/b"), "literal"),
        ("name", "positional", json!("a\u{fe0f}"), "refuse"),
    ];
    for (ty, place, value, expect) in more {
        check(&json!({"type": ty, "place": place, "value": value, "expect": expect}));
    }
}
