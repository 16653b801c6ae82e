//! The schemas that a tool is served with.
#![cfg(feature = "runtime")]

use std::path::Path;

use serde_json::{Value, json};
use toolnode::types::{PortSchema, TypeStore, served_inputs, served_outputs};

fn port<'p>(name: &'p str, schema: &'p Value) -> PortSchema<'p> {
    PortSchema {
        name,
        schema,
        required: false,
        repeated: false,
        default: None,
        description: None,
        header: None,
    }
}

#[test]
fn no_inputs_are_an_object_without_properties() {
    let expected = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(served_inputs(&[]), expected);
    assert_eq!(served_outputs(&[], false), expected);
}

#[test]
fn ports_become_properties() {
    let slug = json!({ "type": "string", "description": "A slug.", "default": "x" });
    let (list, preset) = (json!(["a"]), json!("b"));
    let ports = [
        PortSchema { required: true, description: Some("Which."), ..port("id", &slug) },
        PortSchema { required: true, repeated: true, ..port("names", &slug) },
        PortSchema {
            repeated: true,
            default: Some(&list),
            description: Some("More."),
            ..port("more", &slug)
        },
        PortSchema { default: Some(&preset), ..port("mode", &slug) },
        PortSchema { description: Some("Anything."), ..port("any", &Value::Bool(true)) },
    ];
    assert_eq!(
        served_inputs(&ports),
        json!({
            "type": "object",
            "properties": {
                "any": { "description": "Anything." },
                "id": { "type": "string", "description": "Which.", "default": "x" },
                "mode": { "type": "string", "description": "A slug.", "default": "b" },
                "more": { "type": "array", "items": slug, "description": "More.", "default": ["a"] },
                "names": { "type": "array", "items": slug, "minItems": 1 },
            },
            "required": ["id", "names"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn an_output_can_be_the_whole_value() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let ports = [PortSchema { required: true, description: Some("All."), ..port("beans", &list) }];
    let whole = json!({ "type": "array", "items": { "type": "string" }, "description": "All." });
    assert_eq!(served_outputs(&ports, true), whole);
    assert_eq!(
        served_outputs(&ports, false),
        json!({
            "type": "object", "properties": { "beans": whole }, "required": ["beans"], "additionalProperties": false,
        })
    );
}

#[test]
fn definitions_come_together_at_the_top() {
    let mut store = TypeStore::new();
    for (iri, inner) in [("https://a.example/t", "string"), ("https://b.example/t", "integer")] {
        let document = json!({
            "$id": iri,
            "$defs": {
                "Tree": { "properties": { "leaf": { "type": inner }, "next": { "$ref": "#/$defs/Tree" } } },
            },
        });
        store.add_document(document, iri, Path::new(iri)).expect("a document");
    }
    let a = store.resolve("https://a.example/t#/$defs/Tree").expect("a type");
    let b = store.resolve("https://b.example/t#/$defs/Tree").expect("a type");
    let ports = [
        port("a", &a.schema),
        PortSchema { repeated: true, ..port("again", &a.schema) },
        PortSchema { description: Some("Another."), ..port("b", &b.schema) },
    ];
    let served = served_inputs(&ports);
    let tree = |leaf: &str, name: &str| json!({ "properties": { "leaf": { "type": leaf }, "next": { "$ref": format!("#/$defs/{name}") } } });
    assert_eq!(
        served,
        json!({
            "type": "object",
            "properties": {
                "a": { "$ref": "#/$defs/Tree" },
                "again": { "type": "array", "items": { "$ref": "#/$defs/Tree" } },
                "b": { "$ref": "#/$defs/Tree_2", "description": "Another." },
            },
            "additionalProperties": false,
            "$defs": { "Tree": tree("string", "Tree"), "Tree_2": tree("integer", "Tree_2") },
        })
    );
    let good = json!({ "a": { "next": { "leaf": "x" } }, "b": { "next": { "leaf": 1 } } });
    let validator = jsonschema::draft202012::new(&served).expect("a schema");
    assert!(validator.is_valid(&good));
    assert!(!validator.is_valid(&json!({ "b": { "next": { "leaf": "x" } } })));
}
