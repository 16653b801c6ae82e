//! A schema without room for keys that it does not declare.

use serde_json::{Map, Value, json};

/// Keywords that may declare keys of the same object elsewhere.
const ELSEWHERE: [&str; 12] = [
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "dependencies",
];

/// The schema, closed wherever keys are declared, as deep as that is certain: what it accepts are the calls of somebody who
/// keeps to the declared keys. Where it is not certain the schema stays open, and a change is then held to be graver than it
/// may be, never less grave.
pub(super) fn closed(schema: &Value) -> Value {
    let dialect = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let unevaluated = !dialect.contains("draft-0");
    match close(schema, unevaluated) {
        // Of the whole it is known that it is of objects, also where it declares no key at all.
        Value::Object(mut object) if is_open(&object) && !elsewhere(&object) => {
            object.insert("additionalProperties".to_owned(), json!(false));
            Value::Object(object)
        }
        closed => closed,
    }
}

fn close(schema: &Value, unevaluated: bool) -> Value {
    let Value::Object(object) = schema else { return schema.clone() };
    let mut object = object.clone();
    if is_open(&object) {
        if !elsewhere(&object) {
            if object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
        } else if unevaluated {
            // It counts what any of them declares; the keyword beside it would count all as declared.
            object.remove("additionalProperties");
            object.insert("unevaluatedProperties".to_owned(), json!(false));
        }
    }
    for key in ["properties", "patternProperties"] {
        if let Some(Value::Object(parts)) = object.get_mut(key) {
            for part in parts.values_mut() {
                *part = close(part, unevaluated);
            }
        }
    }
    for key in ["items", "prefixItems", "additionalItems", "additionalProperties"] {
        match object.get_mut(key) {
            Some(Value::Array(parts)) => {
                for part in parts {
                    *part = close(part, unevaluated);
                }
            }
            Some(part @ Value::Object(_)) => *part = close(part, unevaluated),
            _ => {}
        }
    }
    Value::Object(object)
}

/// Whether any key may come: a schema for the others, as of a map, declares them.
fn is_open(object: &Map<String, Value>) -> bool {
    let anything = |value: &Value| *value == json!(true) || *value == json!({});
    object.get("additionalProperties").is_none_or(anything)
        && !object.contains_key("unevaluatedProperties")
}

fn elsewhere(object: &Map<String, Value>) -> bool {
    ELSEWHERE.iter().any(|key| object.contains_key(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_closed_as_deep_as_that_is_certain() {
        let open = json!({"type": "object", "properties": {
            "list": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
            "map": {"type": "object", "additionalProperties": {"type": "string"}},
            "any": {},
            "other": {"anyOf": [{"$ref": "#/$defs/Other"}, {"type": "null"}]},
        }, "$defs": {"Other": {"type": "object", "properties": {"a": {}}}}});
        let mut expected = open.clone();
        expected["additionalProperties"] = json!(false);
        expected["properties"]["list"]["items"]["additionalProperties"] = json!(false);
        expected["properties"]["other"]["unevaluatedProperties"] = json!(false);
        assert_eq!(closed(&open), expected);
    }

    #[test]
    fn what_is_not_certain_stays_open() {
        let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
        assert_eq!(closed(&map), map);
        let old = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}],
        });
        assert_eq!(closed(&old), old);
    }
}
