//! An input schema as calls see it.
//!
//! The arguments of a call are an object. Whether a schema would take `null` or a list matters to no caller, and a value like
//! that as the witness of a difference would tell nobody what is wrong.

use serde_json::{Map, Value, json};
use toolnode_schema::{Options, compare};

/// The schema, of objects only. Where that cannot be written without changing what a reference means, it is as it was.
pub(super) fn of_calls(schema: &Value) -> Value {
    match schema {
        Value::Bool(true) => json!({"type": "object"}),
        Value::Object(object) if may_be_narrowed(object) => {
            let mut object = object.clone();
            match object.get("type") {
                None => {}
                Some(Value::String(ty)) if ty == "object" => {}
                Some(Value::Array(types)) if types.iter().any(|ty| ty == "object") => {}
                // No object is among what it takes, so it takes no call.
                Some(Value::String(_) | Value::Array(_)) => return Value::Bool(false),
                // It is no schema; the comparison says so.
                Some(_) => return schema.clone(),
            }
            object.insert("type".to_owned(), json!("object"));
            Value::Object(object)
        }
        _ => schema.clone(),
    }
}

/// Whether it takes every call, and does not even say that arguments are an object, as the protocol demands: it is then no
/// declaration of a tool without inputs but the lack of one.
pub(super) fn says_nothing(schema: &Value) -> bool {
    let says = schema.get("type").is_some() || schema.get("properties").is_some();
    !says && {
        let any = json!({"type": "object"});
        compare(&any, &of_calls(schema), &Options::default()).a_in_b.decided() == Some(true)
    }
}

/// A reference may lead to the whole schema, which then must stay what it was within itself; and up to draft-07 what stands
/// beside a reference does not count.
fn may_be_narrowed(schema: &Map<String, Value>) -> bool {
    let old = |dialect: &str| dialect.contains("draft-0");
    let dialect = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    !(schema.contains_key("$ref") && old(dialect)) && refers_to_parts(schema)
}

fn refers_to_parts(schema: &Map<String, Value>) -> bool {
    let is_of_a_part =
        |reference: &Value| reference.as_str().is_none_or(|reference| reference.starts_with("#/"));
    schema.iter().all(|(key, value)| match key.as_str() {
        "$ref" => is_of_a_part(value) && parts_of(value),
        "$dynamicRef" | "$recursiveRef" => false,
        _ => parts_of(value),
    })
}

fn parts_of(value: &Value) -> bool {
    match value {
        Value::Object(object) => refers_to_parts(object),
        Value::Array(items) => items.iter().all(parts_of),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_are_calls() {
        let dialect = "http://json-schema.org/draft-07/schema#";
        for (schema, calls) in [
            (json!(true), json!({"type": "object"})),
            (json!(false), json!(false)),
            (json!({"$schema": dialect}), json!({"$schema": dialect, "type": "object"})),
            (json!({"type": ["object", "null"]}), json!({"type": "object"})),
            (json!({"type": ["string", "null"]}), json!(false)),
            (
                json!({"$ref": "#/$defs/A", "$defs": {"A": {}}}),
                json!({"$ref": "#/$defs/A", "$defs": {"A": {}}, "type": "object"}),
            ),
        ] {
            assert_eq!(of_calls(&schema), calls, "{schema}");
        }
    }

    #[test]
    fn what_a_reference_means_stays() {
        for schema in [
            json!({"properties": {"more": {"$ref": "#"}}}),
            json!({"properties": {"more": {"$dynamicRef": "#node"}}}),
            json!({"$ref": "https://example.org/other"}),
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/A", "definitions": {"A": {}}}),
        ] {
            assert_eq!(of_calls(&schema), schema);
        }
    }

    #[test]
    fn a_tool_without_inputs_says_so() {
        assert!(says_nothing(&json!({"$schema": "http://json-schema.org/draft-07/schema#"})));
        assert!(says_nothing(
            &json!({"description": "Anything.", "anyOf": [{}, {"type": "object"}]})
        ));
        assert!(!says_nothing(&json!({"type": "object", "properties": {}})));
        assert!(!says_nothing(&json!({"required": ["path"]})));
    }
}
