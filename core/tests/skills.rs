//! What a skill says that it gives, and what its tools take, through the real binary.
#![cfg(feature = "cli")]
#![allow(missing_docs, reason = "a test")]

mod common;

use common::{Instance, answer};
use serde_json::{Value, json};

/// A skill with an input, and a tool that takes an id and prose.
fn instance(input: &Value) -> Instance {
    let instance = Instance::new();
    instance.file(
        "skills/cases.md",
        "---\nname: cases\ndescription: What cases are for.\ninput: cases.json\n---\n",
    );
    instance.file("skills/cases.json", &input.to_string());
    let types = json!({"$id": "https://example.org/types.json", "$defs": {
        "Id": {"type": "string", "pattern": "^[a-z]{1,8}$"},
    }});
    instance.file("types.json", &types.to_string());
    instance.file(
        "tools/case-update.toml",
        "id = \"case-update\"\nsummary = \"A case: change one.\"\nsatisfies = [\"cases\"]\ninvoke.shell = \"cat\"\n\
         [[io.inputs]]\nname = \"id\"\ntype = \"Id\"\nrequired = true\narg = { positional = 0 }\n\
         [[io.inputs]]\nname = \"note\"\ntype = \"Text\"\nrequired = false\narg = { stdin = true }\n",
    );
    instance
}

/// The row: its state, and `level code about message` of each finding; and the exit status.
fn row(instance: &Instance) -> (String, Vec<String>, i32) {
    let (report, exit) = answer(&instance.run(&["check", "--json", "--offline"]));
    let rows = report["rows"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["name"] == "skill-inputs").expect("the row");
    let line = |finding: &Value| {
        let texts = ["level", "code", "about", "message"].map(|key| finding[key].as_str());
        texts.map(|text| text.unwrap_or("-").to_owned()).join(" ")
    };
    let findings = row["findings"].as_array().expect("findings").iter().map(line).collect();
    (row["state"].as_str().expect("a state").to_owned(), findings, exit)
}

fn object(properties: &Value, required: &Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

const ID: &str = "https://example.org/types.json#/$defs/Id";

#[test]
fn what_is_given_is_received() {
    let input = object(&json!({"id": {"$ref": ID}, "why": {"type": "string"}}), &json!(["id"]));
    assert_eq!(row(&instance(&input)), ("agrees".to_owned(), vec![], 0));
    // Less than the tool takes is enough.
    let input = object(&json!({"id": {"enum": ["one", "two"]}}), &json!(["id"]));
    assert_eq!(row(&instance(&input)), ("agrees".to_owned(), vec![], 0));
}

#[test]
fn what_no_tool_takes_is_an_error() {
    let input = object(&json!({"id": {"$ref": ID}}), &json!(["id", "owner"]));
    let (state, findings, exit) = row(&instance(&input));
    let expected = "error not-received owner the skill `cases` requires `owner`, and none of its tools takes it: `case-update`";
    assert_eq!((state.as_str(), findings, exit), ("absent", vec![expected.to_owned()], 1));
}

#[test]
fn a_value_that_a_tool_refuses_is_shown() {
    let input = object(&json!({"id": {"type": "string", "pattern": "^[a-z]+$"}}), &json!(["id"]));
    let (state, findings, exit) = row(&instance(&input));
    let expected = "error not-accepted id of case-update the skill `cases` gives `id`, and `case-update` does not take \"aaaaaaaaa\"";
    assert_eq!((state.as_str(), findings, exit), ("absent", vec![expected.to_owned()], 1));
}

#[test]
fn what_a_tool_requires_and_nobody_gives_is_a_warning() {
    let input = object(&json!({"id": {"$ref": ID}}), &json!([]));
    let expected = "warning not-given id of case-update `case-update` requires `id`, which the skill `cases` gives only sometimes";
    assert_eq!(row(&instance(&input)).1, [expected]);
    let input = object(&json!({}), &json!([]));
    let expected = "warning not-given id of case-update `case-update` requires `id`, which the skill `cases` says nothing of";
    assert_eq!(row(&instance(&input)), ("absent".to_owned(), vec![expected.to_owned()], 0));
}

#[test]
fn what_is_wrong_with_the_file_is_told_with_its_place() {
    let faults = |instance: &Instance| -> Vec<String> {
        let (report, exit) = answer(&instance.run(&["check", "--json", "--offline"]));
        assert_eq!(exit, 2, "{report:#}");
        let rows = report["rows"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["name"] == "satisfaction").expect("the row");
        let invalid = row["findings"].as_array().expect("findings").iter();
        let invalid = invalid.filter(|finding| finding["code"] == "invalid-skill");
        invalid.map(|finding| finding["message"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let said = |input: &Value| faults(&instance(input));
    assert_eq!(
        said(&json!({"type": "string"})),
        ["the input of a skill is an object, and this schema has no `properties`"]
    );
    let [dangling] =
        said(&object(&json!({"id": {"$ref": "https://example.org/none.json"}}), &json!([])))
            .try_into()
            .expect("one fault");
    assert!(dangling.contains("https://example.org/none.json"), "{dangling}");

    let elsewhere = instance(&json!({}));
    let front = |input: &str| {
        elsewhere.file(
            "skills/cases.md",
            &format!("---\nname: cases\ndescription: What.\ninput: {input}\n---\n"),
        );
        faults(&elsewhere)
    };
    assert_eq!(front("/etc/hostname"), ["the skill's `input` lies outside of the instance"]);
    assert_eq!(front("[1]"), ["the skill's `input` is no path"]);
    assert_eq!(front("none.json").len(), 1);
}
