//! Where in a JSON Schema (2020-12) other schemas stand; everything else is data, even if it looks like one.

use serde_json::{Map, Value};

/// What a keyword's value holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// One schema.
    One,
    /// A list of schemas.
    List,
    /// Schemas by name.
    Map,
    /// Data.
    Data,
}

pub(super) fn holds(keyword: &str) -> Holds {
    match keyword {
        "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Holds::One,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Holds::List,
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => {
            Holds::Map
        }
        _ => Holds::Data,
    }
}

/// Whether a keyword holds definitions, which say nothing where they stand.
pub(super) fn defines(keyword: &str) -> bool {
    matches!(keyword, "$defs" | "definitions")
}

/// Calls a function for each schema directly below, with its pointer from here.
pub(super) fn each<'v>(schema: &'v Map<String, Value>, mut visit: impl FnMut(String, &'v Value)) {
    for (keyword, value) in schema {
        each_of(keyword, value, &mut visit);
    }
}

/// The same for one keyword.
pub(super) fn each_of<'v>(
    keyword: &str,
    value: &'v Value,
    mut visit: impl FnMut(String, &'v Value),
) {
    match (holds(keyword), value) {
        (Holds::One, Value::Object(_) | Value::Bool(_)) => visit(format!("/{keyword}"), value),
        (Holds::List, Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                visit(format!("/{keyword}/{index}"), item);
            }
        }
        (Holds::Map, Value::Object(entries)) => {
            for (name, item) in entries {
                visit(format!("/{keyword}/{}", escape(name)), item);
            }
        }
        _ => {}
    }
}

/// A keyword's value with each schema in it replaced.
pub(super) fn map<E>(
    keyword: &str,
    value: &Value,
    mut replace: impl FnMut(&Value) -> Result<Value, E>,
) -> Result<Value, E> {
    Ok(match (holds(keyword), value) {
        (Holds::One, Value::Object(_) | Value::Bool(_)) => replace(value)?,
        (Holds::List, Value::Array(items)) => {
            Value::Array(items.iter().map(replace).collect::<Result<_, _>>()?)
        }
        (Holds::Map, Value::Object(entries)) => {
            let entries = entries.iter().map(|(name, item)| Ok((name.clone(), replace(item)?)));
            Value::Object(entries.collect::<Result<_, E>>()?)
        }
        _ => value.clone(),
    })
}

/// Whether a keyword describes, and admits and refuses nothing. `format` and the content keywords do not by default
/// (JSON Schema 2020-12, validation, sections 7 to 9), and keywords that begin with `x-` are somebody's own.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    const ANNOTATIONS: [&str; 14] = [
        "$anchor",
        "$comment",
        "$id",
        "$schema",
        "contentEncoding",
        "contentMediaType",
        "default",
        "deprecated",
        "description",
        "examples",
        "format",
        "readOnly",
        "title",
        "writeOnly",
    ];
    ANNOTATIONS.contains(&keyword) || keyword.starts_with("x-")
}

/// A keyword's value with each schema in it replaced, by what cannot fail.
pub(crate) fn each_below(keyword: &str, value: &Value, replace: impl Fn(&Value) -> Value) -> Value {
    map(keyword, value, |below| Ok::<_, std::convert::Infallible>(replace(below)))
        .unwrap_or_else(|never| match never {})
}

/// A name as a token of a JSON pointer (RFC 6901).
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
