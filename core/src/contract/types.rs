//! What is to be known of a type: whether it says anything, and whether it admits a word that begins with `-`.

use serde_json::Value;
use toolnode_rules::argv::{Decision, admits_leading_dash};

use crate::types::{Words, each_below, is_annotation, words};

/// Whether a schema admits every value, however it is written: `{}`, `true`, a list of all types, a union with such a
/// branch.
pub(super) fn is_vacuous(schema: &Value) -> bool {
    let Value::Object(keywords) = schema else { return *schema == Value::Bool(true) };
    let branches = |value: &Value| value.as_array().cloned().unwrap_or_default();
    keywords.iter().all(|(keyword, value)| match keyword.as_str() {
        "type" => {
            let names = branches(value);
            let has = |name: &str| names.iter().any(|other| other == name);
            ["array", "boolean", "null", "number", "object", "string"].iter().all(|name| has(name))
        }
        "allOf" => branches(value).iter().all(is_vacuous),
        "anyOf" => branches(value).iter().any(is_vacuous),
        "oneOf" => branches(value).len() == 1 && branches(value).iter().all(is_vacuous),
        "minLength" | "minItems" | "minProperties" => *value == 0,
        "items" | "additionalProperties" => is_vacuous(value),
        "properties" | "patternProperties" => {
            value.as_object().is_some_and(|all| all.values().all(is_vacuous))
        }
        "required" => branches(value).is_empty(),
        "pattern" => value == "" || value == ".*" || value == "^.*$",
        "$defs" => true,
        _ => says_nothing(keyword, value),
    })
}

/// Keywords that describe and admit everything. What is under them is no schema.
fn says_nothing(keyword: &str, value: &Value) -> bool {
    // A keyword with schemas below it says something.
    let has_schemas = each_below(keyword, value, |_| Value::Null) != *value;
    !has_schemas && is_annotation(keyword)
}

/// A word that a type admits and that begins with `-`; a program takes it for an option (CWE-88).
pub(super) fn leading_dash(schema: &Value) -> Option<String> {
    match words(schema) {
        Words::Integer => (!is_never_negative(schema)).then(|| "-1".to_owned()),
        Words::Strings(strings) => match admits_leading_dash(&strings) {
            Decision::Admits { witness } => Some(witness),
            // What cannot be decided is no plain word, which is told already.
            Decision::Never | Decision::Undecided { .. } => None,
        },
        Words::Boolean | Words::NotAWord { .. } => None,
    }
}

fn is_never_negative(schema: &Value) -> bool {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let members = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    bound("minimum").is_some_and(|least| least >= 0.0)
        || bound("exclusiveMinimum").is_some_and(|below| below >= -1.0)
        || bound("const").is_some_and(|only| only >= 0.0)
        || members("enum")
            .is_some_and(|all| all.iter().all(|v| v.as_f64().is_none_or(|v| v >= 0.0)))
        || members("allOf").is_some_and(|all| all.iter().any(is_never_negative))
        || ["anyOf", "oneOf"]
            .iter()
            .any(|keyword| members(keyword).is_some_and(|all| all.iter().all(is_never_negative)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn vacuous() {
        for schema in [
            json!({}),
            json!(true),
            json!({"description": "Anything.", "x-own": {"type": "string"}}),
            json!({"title": "T", "default": {"type": 1}}),
            json!({"type": ["array", "boolean", "integer", "null", "number", "object", "string"]}),
            json!({"anyOf": [{"type": "string"}, {}]}),
            json!({"allOf": [{}, true]}),
            json!({"minLength": 0, "pattern": ""}),
            json!({"format": "date"}),
        ] {
            assert!(is_vacuous(&schema), "{schema}");
        }
        for schema in [
            json!(false),
            json!({"type": "string"}),
            json!({"enum": [1]}),
            json!({"not": {}}),
            json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
            json!({"properties": {"a": {"type": "string"}}}),
            json!({"type": ["boolean", "string"]}),
        ] {
            assert!(!is_vacuous(&schema), "{schema}");
        }
    }

    #[test]
    fn dashes() {
        for (schema, word) in [
            (json!({"type": "integer"}), Some("-1")),
            (json!({"type": "integer", "minimum": -3}), Some("-1")),
            (json!({"type": "integer", "minimum": 0}), None),
            (json!({"type": "integer", "exclusiveMinimum": -1}), None),
            (json!({"type": "integer", "enum": [1, 2]}), None),
            (json!({"type": "string", "pattern": "^[a-z]+$"}), None),
            (json!({"type": "string", "pattern": "^[a-z-]+$"}), Some("-")),
            (json!({"enum": ["a", "-b"]}), Some("-b")),
            (json!({"type": "boolean"}), None),
        ] {
            assert_eq!(leading_dash(&schema).as_deref(), word, "{schema}");
        }
    }
}
