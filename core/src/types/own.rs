//! `x-toolnode`: what a schema says to this project alone.

use serde_json::{Map, Value};

use crate::source::{did_you_mean, listed};
use crate::types::{iri, keywords};

/// The keyword.
pub(super) const KEYWORD: &str = "x-toolnode";

const IRI: &str = "iri";
const PATH: &str = "path";
const INSIDE: &str = "inside";

/// Something that is wrong with what a schema says.
#[derive(Debug)]
pub(super) struct Wrong {
    /// Where, from the schema that says it.
    pub(super) pointer: String,
    pub(super) message: String,
    pub(super) help: String,
}

/// Whether a type names paths inside the instance. It does wherever it says so: under `if` or `not` the rule holds as well,
/// since a word too many that is refused does less harm than one that leads out.
pub(crate) fn says_inside(schema: &Value) -> bool {
    let Value::Object(schema) = schema else { return false };
    if schema.get(KEYWORD).and_then(|own| own.get(PATH)).is_some_and(|path| path == INSIDE) {
        return true;
    }
    let mut below = false;
    keywords::each(schema, |_, value| below = below || says_inside(value));
    below
}

/// All that is wrong with what a schema itself says. A slip would switch the guard off without a word.
pub(super) fn wrong(schema: &Map<String, Value>) -> Vec<Wrong> {
    let at = |key: &str| format!("/{KEYWORD}/{}", keywords::escape(key));
    let own = match schema.get(KEYWORD) {
        None => return Vec::new(),
        Some(Value::Object(own)) => own,
        Some(_) => {
            return vec![Wrong {
                pointer: format!("/{KEYWORD}"),
                message: format!("`{KEYWORD}` is an object"),
                help: "write `{ \"path\": \"inside\" }`".into(),
            }];
        }
    };
    let keys = [IRI, PATH];
    let judged = own.iter().map(|(key, value)| {
        let (message, help) = match (key.as_str(), value) {
            (PATH, Value::String(path)) if path == INSIDE => return None,
            (PATH, value) => {
                let near = value.as_str().and_then(|path| did_you_mean(path, &[INSIDE]));
                let help = near.unwrap_or_else(|| format!("write `{INSIDE}`, or remove it"));
                (format!("`{PATH}` in `{KEYWORD}` is not {value}"), help)
            }
            (IRI, Value::String(iri)) if iri::is_absolute(iri) => return None,
            (IRI, value) => {
                let help = "write the type's IRI, with its scheme".to_owned();
                (format!("`{IRI}` in `{KEYWORD}` is no absolute IRI: {value}"), help)
            }
            (key, _) => {
                let help = did_you_mean(key, &keys)
                    .unwrap_or_else(|| format!("the keys are {}", listed(&keys)));
                (format!("`{KEYWORD}` has no key `{key}`"), help)
            }
        };
        Some(Wrong { pointer: at(key), message, help })
    });
    judged.flatten().collect()
}

/// The same for a schema and all schemas in it, a sentence each, where they stand in no file.
pub(crate) fn all_wrong(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        let Value::Object(schema) = schema else { continue };
        found.extend(
            wrong(schema).into_iter().map(|wrong| format!("{}; {}", wrong.message, wrong.help)),
        );
        keywords::each(schema, |_, value| open.push(value));
    }
    found
}

/// Takes what a schema says of its own IRI away, where it counts for nothing; the rest stays.
pub(crate) fn without_iri(schema: &mut Map<String, Value>) {
    let Some(Value::Object(own)) = schema.get_mut(KEYWORD) else { return };
    if own.remove(IRI).is_some() && own.is_empty() {
        schema.remove(KEYWORD);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_rule_holds_wherever_it_is_said() {
        let inside = || json!({ "x-toolnode": { "path": "inside" } });
        for schema in [
            inside(),
            json!({ "allOf": [true, inside()] }),
            json!({ "anyOf": [{ "type": "string" }, inside()] }),
            json!({ "oneOf": [inside()] }),
            json!({ "if": inside() }),
            json!({ "if": { "minLength": 1 }, "then": inside() }),
            json!({ "if": { "minLength": 1 }, "else": { "allOf": [inside()] } }),
            json!({ "not": inside() }),
            json!({ "not": { "not": inside() } }),
            json!({ "dependentSchemas": { "a": inside() } }),
            json!({ "items": inside() }),
            json!({ "prefixItems": [true, inside()] }),
            json!({ "contains": inside() }),
            json!({ "unevaluatedItems": inside() }),
            json!({ "additionalProperties": inside() }),
            json!({ "properties": { "x-toolnode": inside() } }),
            json!({ "$ref": "#/$defs/In", "$defs": { "In": inside() } }),
        ] {
            assert!(says_inside(&schema), "{schema}");
        }
        for schema in [
            json!(true),
            json!({ "type": "string" }),
            json!({ "const": inside() }),
            json!({ "enum": [inside()] }),
            json!({ "default": inside(), "examples": [inside()] }),
            json!({ "properties": { "x-toolnode": { "const": "inside" } } }),
        ] {
            assert!(!says_inside(&schema), "{schema}");
        }
    }

    #[test]
    fn slips_are_told() {
        for (own, expected) in [
            (
                json!({ "path": "insde" }),
                "`path` in `x-toolnode` is not \"insde\"; did you mean `inside`?",
            ),
            (
                json!({ "path": "x" }),
                "`path` in `x-toolnode` is not \"x\"; write `inside`, or remove it",
            ),
            (
                json!({ "path": true }),
                "`path` in `x-toolnode` is not true; write `inside`, or remove it",
            ),
            (json!({ "paths": "inside" }), "`x-toolnode` has no key `paths`; did you mean `path`?"),
            (
                json!({ "colour": 1 }),
                "`x-toolnode` has no key `colour`; the keys are `iri` and `path`",
            ),
            (
                json!({ "iri": 5 }),
                "`iri` in `x-toolnode` is no absolute IRI: 5; write the type's IRI, with its scheme",
            ),
            (json!("inside"), "`x-toolnode` is an object; write `{ \"path\": \"inside\" }`"),
        ] {
            assert_eq!(all_wrong(&json!({ "not": { "x-toolnode": own } })), [expected]);
        }
        let right = json!({ "path": "inside", "iri": "urn:a:b#/$defs/C" });
        assert!(all_wrong(&json!({ "x-toolnode": right })).is_empty());
    }

    #[test]
    fn without_its_iri_a_schema_keeps_the_rest() {
        for (own, left) in [
            (json!({ "iri": "urn:a:b", "path": "inside" }), Some(json!({ "path": "inside" }))),
            (json!({ "iri": "urn:a:b" }), None),
            (json!({ "path": "inside" }), Some(json!({ "path": "inside" }))),
            (json!({}), Some(json!({}))),
        ] {
            let mut schema = Map::from_iter([(KEYWORD.to_owned(), own)]);
            without_iri(&mut schema);
            assert_eq!(schema.get(KEYWORD), left.as_ref());
        }
    }
}
