//! Schemas that are written by hand, and arguments that clients repeat in headers.
#![allow(missing_docs, reason = "tools made for a test")]

use std::path::Path;

use serde_json::{Map, Value, json};
use toolnode::assemble::{Contribution, Owner, assemble};
use toolnode::contract::{Level, RowName};
use toolnode::project::{Host, Projection, project};
use toolnode::registry::{Linked, linked};
use toolnode::testing::Client;
use toolnode::types::TypeStore;
use toolnode::{App, ArgvType, Options, tool};

const CONTACT: &str = include_str!("fixtures/contact.schema.json");

/// A contact: how somebody can be reached.
#[tool(satisfies = "contacts", input_schema = include_str!("fixtures/contact.schema.json"))]
fn contact_create(
    name: Option<String>,
    phone: Option<String>,
    #[arg(secret)] email: Option<String>,
    address: Option<Map<String, Value>>,
) -> String {
    format!("{name:?} {phone:?} {email:?} {:?}", address.map(|address| address.len()))
}

/// A word: in one line.
#[tool(
    satisfies = "contacts",
    input_schema = r#"{"type": "object", "properties": {"word": {"maxLength": 3}, "more": {}}, "required": ["word"]}"#
)]
fn word_get(word: Value, #[arg(default = 2)] more: u8) -> String {
    format!("{word} {more}")
}

#[derive(ArgvType)]
enum Zone {
    /// The near one.
    Near,
    Far,
}

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Region(String);

/// A place: its arguments are in headers.
#[tool(satisfies = "places")]
fn place_get(
    #[arg(header = "Region")] region: Region,
    #[arg(header = "Zone")] zone: Option<Zone>,
    #[arg(header = "Note")] note: Option<String>,
    #[arg(header = "Floor", default = 1)] floor: i64,
    #[arg(header = "Open")] open: Option<bool>,
) -> String {
    let zone = zone.map(|zone| zone.to_string());
    format!("{region} {zone:?} {note:?} {floor} {open:?}")
}

/// A place: its command is `echo`.
#[tool(shell = "echo", satisfies = "places")]
fn place_list(#[arg(flag = "--region", header = "Region")] region: Region);

// What the compiler cannot see, and the service finds before it starts.
mod refused {
    use super::*;

    /// A parameter that the schema does not declare.
    #[tool(satisfies = "refused", input_schema = r#"{"type": "object", "properties": {"a": {}}}"#)]
    fn undeclared_get(a: Value, b: Value) -> String {
        format!("{a} {b}")
    }

    /// JSON that is no schema.
    #[tool(satisfies = "refused", input_schema = r#"{"type": "object", "required": "a"}"#)]
    fn schemaless_get() {}

    /// A reference that leaves the schema.
    #[tool(
        satisfies = "refused",
        input_schema = r#"{"type": "object", "$ref": "https://example.org/elsewhere.json"}"#
    )]
    fn elsewhere_get() {}

    /// A header on what has no place of its own.
    #[tool(
        satisfies = "refused",
        input_schema = r#"{"type": "object", "items": {"type": "string", "x-mcp-header": "A"}}"#
    )]
    fn header_get() {}

    /// A secret with a header in a schema of its own.
    #[tool(
        satisfies = "refused",
        input_schema = r#"{"type": "object", "properties": {"pin": {"type": "string", "x-mcp-header": "Pin"}}}"#
    )]
    fn pin_check(#[arg(secret)] pin: String) -> String {
        pin
    }

    /// A secret with a default in a schema of its own.
    #[tool(
        satisfies = "refused",
        input_schema = r#"{"type": "object", "properties": {"pin": {"type": "string", "default": "4242"}}}"#
    )]
    fn pin_get(#[arg(secret)] pin: String) -> String {
        pin
    }

    /// A rule with a slip in its name.
    #[tool(
        satisfies = "refused",
        input_schema = r#"{"type": "object", "properties": {"a": {"x-toolnode": {"pth": "inside"}}}}"#
    )]
    fn slip_get() {}

    /// A reference to nothing.
    #[tool(satisfies = "refused", input_schema = r##"{"type": "object", "$ref": "#/$defs/no"}"##)]
    fn dangling_get() {}
}

/// What is served of some of the tools.
fn projection(refused: bool) -> Projection {
    let is_refused = |tool: &&toolnode::registry::ToolSpec| tool.satisfies == ["refused"];
    let tools = linked().into_iter().filter(|tool| is_refused(tool) == refused).collect();
    let owner = Owner::of_package("tests", "0.1.0", Path::new("."));
    let linked = Linked { tools, ..Linked::default() };
    let namespace = assemble(Contribution::none(owner), Vec::new(), TypeStore::new(), &linked);
    project(&namespace, &Host::here())
}

#[test]
fn a_schema_is_served_word_for_word() {
    let projection = projection(false);
    assert!(projection.undetermined.is_empty(), "{:?}", projection.undetermined);
    let served = projection.get("contact_create").expect("served");
    let written: Value = serde_json::from_str(CONTACT).expect("JSON");
    assert_eq!(Value::Object(served.input_schema.as_ref().clone()), written);
    assert_eq!(written["$defs"]["address"]["$anchor"], "addressDef", "the fixture is the suite's");
    // Keywords that nobody knows are kept, too.
    assert_eq!(written["x-unknown"], json!({"kept": [1, "two", null]}));
}

#[test]
fn values_are_held_against_the_schema() {
    let projection = projection(false);
    let call = |name: &str, arguments: Value| {
        let Value::Object(arguments) = arguments else { panic!("an object") };
        let node = projection.get(name).expect("served");
        toolnode::invoke::parse_inputs(node, arguments).map_err(|refusal| refusal.message)
    };
    let contact = |arguments| call("contact_create", arguments);
    contact(json!({"name": "Ana", "phone": "1", "contactMethod": "phone"})).expect("taken");
    contact(json!({"email": "a@example.org", "address": {"street": "s", "city": "c"}}))
        .expect("taken");
    for (arguments, part) in [
        (json!({"name": "Ana"}), "not valid under any of"),
        (json!({"phone": "1", "contactMethod": "email"}), "`email`"),
        (
            json!({"phone": "1", "fax": "2"}),
            "`fax` is not an input of contact_create; its inputs are address",
        ),
        (json!({"phone": "1", "address": {"street": 5}}), "at /street"),
    ] {
        let message = contact(arguments.clone()).expect_err("refused");
        assert!(message.contains(part), "{arguments}: {part} is not in {message}");
    }
    let inputs = call("word_get", json!({"word": "abc"})).expect("taken");
    assert_eq!(inputs.get("more"), Some(&json!(2)), "a default is filled in as ever");
    call("word_get", json!({"word": "abcd"})).expect_err("too long");
    // The schema is the author's: what it does not close is open.
    call("word_get", json!({"word": 1, "other": 2})).expect("taken");
}

#[test]
fn what_is_no_schema_for_the_function_stops_the_service() {
    let projection = projection(true);
    let told = |id: &str| {
        let undetermined = &projection.undetermined;
        let found = undetermined.iter().find(|u| u.id.as_deref() == Some(id)).expect("told of");
        assert_eq!(found.reasons.len(), 1, "{:?}", found.reasons);
        assert_eq!(found.reasons[0].code.to_string(), "invalid-node");
        found.reasons[0].message.clone()
    };
    for (id, part) in [
        ("undeclared-get", "the function takes `b`"),
        ("schemaless-get", "no schema"),
        ("elsewhere-get", "no schema"),
        ("dangling-get", "no schema"),
        ("slip-get", "`x-toolnode` has no key `pth`; did you mean `path`?"),
        ("header-get", "header"),
        ("pin-check", "`pin` is secret, and clients would repeat it in a header"),
        ("pin-get", "`pin` is secret, and its default"),
    ] {
        let message = told(id);
        assert!(message.contains(part) && message.contains("input_schema.rs"), "{id}: {message}");
    }
}

#[test]
fn headers_are_served_with_their_inputs() {
    let projection = projection(false);
    let served = projection.get("place_get").expect("served");
    let properties = &served.input_schema["properties"];
    for (input, header, ty) in [
        ("region", "Region", "string"),
        ("zone", "Zone", "string"),
        ("note", "Note", "string"),
        ("floor", "Floor", "integer"),
        ("open", "Open", "boolean"),
    ] {
        assert_eq!(properties[input]["x-mcp-header"], header);
        assert_eq!(properties[input]["type"], ty);
    }
    let served = projection.get("place_list").expect("served");
    assert_eq!(served.input_schema["properties"]["region"]["x-mcp-header"], "Region");
}

/// This test's own tools are all linked, so what `check` and a client see has those that are refused in it.
#[test]
fn check_notes_each_schema_that_is_written_by_hand() {
    let app = App::built_from(env!("CARGO_MANIFEST_DIR"), "toolnode-tests", "0.1.0");
    let report = app.check(&Options::default()).expect("checked").report;
    let row = report.rows.iter().find(|row| row.name == RowName::Declaration).expect("a row");
    let notes: Vec<_> = row.findings.iter().filter(|f| f.code == "input-schema-given").collect();
    assert_eq!(notes.len(), 10, "{notes:?}");
    assert!(notes.iter().all(|note| note.level == Level::Note));
    assert!(notes.iter().any(|note| note.subject == "contact-create"));
    Client::start(app).expect_err("nothing is served in part");
}
