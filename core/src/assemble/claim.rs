//! A Rust type that says it is one of a types document, held against that document.

use serde_json::{Map, Number, Value};

use super::Problem;
use crate::types::{self, TypeStore, each_below, is_annotation};

/// What a type of a port says of itself.
#[derive(Debug)]
pub(super) struct Claim {
    /// The port.
    pub(super) port: String,
    /// Name of the type in Rust.
    pub(super) name: String,
    /// The IRI that it claims.
    pub(super) iri: String,
    /// Its schema in Rust.
    pub(super) schema: Value,
}

/// The IRI that a type claims by `#[argv(iri = "…")]`.
pub(super) fn claimed(schema: &Value) -> Option<&str> {
    schema.pointer("/x-toolnode/iri")?.as_str()
}

impl Claim {
    /// What is wrong with it. That no document has the IRI is said where the type is resolved.
    pub(super) fn problem(&self, store: &TypeStore) -> Option<Problem> {
        // The document's schema counts, and this one is in no document that would tell of it.
        if let Some(wrong) = types::all_wrong(&self.schema).first() {
            return Some(Problem::Invalid(format!(
                "the type of `{}`, {} in Rust: {wrong}",
                self.port, self.name
            )));
        }
        let document = store.resolve(&self.iri).ok()?;
        let (own, theirs) = (normal(&self.schema), normal(&document.schema));
        (own != theirs).then(|| {
            Problem::Invalid(format!(
                "the type of `{}` is two things: {} in Rust admits {own}, and {} admits {theirs}; make the two the same, or remove `iri` from the Rust type",
                self.port, self.name, self.iri
            ))
        })
    }
}

/// A schema as what it admits: without annotations, and with one way to write what has several.
fn normal(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let mut all = Map::new();
    for (keyword, value) in keywords {
        if is_annotation(keyword) {
            continue;
        }
        all.insert(keyword.clone(), each_below(keyword, value, normal));
    }
    if let Some(member) = all.remove("const") {
        all.insert("enum".to_owned(), Value::Array(vec![member]));
    }
    for keyword in ["oneOf", "anyOf"] {
        if !all.contains_key("enum")
            && let Some(members) = all.get(keyword).and_then(members_of_branches)
        {
            all.remove(keyword);
            all.insert("enum".to_owned(), Value::Array(members));
        }
    }
    if let Some(Value::Array(members)) = all.get_mut("enum") {
        members.sort_by_key(ToString::to_string);
        members.dedup();
        if members.iter().all(Value::is_string) && all.get("type").is_some_and(|ty| ty == "string")
        {
            all.remove("type");
        }
    }
    if let Some(Value::Array(only)) = all.get("type")
        && let [ty] = only.as_slice()
    {
        let ty = ty.clone();
        all.insert("type".to_owned(), ty);
    }
    bounds(&mut all);
    match all.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([only]) if all.len() == 1 => only.clone(),
        _ => Value::Object(all),
    }
}

/// The members, where every branch is a list of members.
fn members_of_branches(branches: &Value) -> Option<Vec<Value>> {
    let branches = branches.as_array()?.iter();
    let members = branches.map(|branch| {
        let branch = branch.as_object().filter(|branch| branch.len() == 1)?;
        branch.get("enum")?.as_array().cloned()
    });
    Some(members.collect::<Option<Vec<_>>>()?.concat())
}

/// `3` for `3.0`, no bound for one that bounds nothing, and of an integer the inclusive bounds only.
fn bounds(all: &mut Map<String, Value>) {
    for value in all.values_mut() {
        if let Value::Number(number) = value {
            *number = whole(number);
        }
    }
    if all.get("minLength").is_some_and(|least| *least == 0) {
        all.remove("minLength");
    }
    if all.get("type").is_some_and(|ty| ty == "integer") {
        for (exclusive, inclusive, step) in
            [("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1)]
        {
            if !all.contains_key(inclusive)
                && let Some(bound) = all.get(exclusive).and_then(Value::as_i64)
            {
                all.remove(exclusive);
                all.insert(inclusive.to_owned(), (bound + step).into());
            }
        }
    }
}

fn whole(number: &Number) -> Number {
    match number.as_f64() {
        #[allow(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
        Some(float)
            if number.is_f64() && float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0 =>
        {
            Number::from(float as i64)
        }
        _ => number.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_same_written_in_two_ways_is_the_same() {
        for (one, other) in [
            (
                json!({"type": "string", "pattern": "^a$", "description": "A."}),
                json!({"pattern": "^a$", "type": ["string"], "minLength": 0, "title": "A"}),
            ),
            (
                json!({"type": "string", "oneOf": [{"const": "b", "description": "B."}, {"const": "a"}]}),
                json!({"enum": ["a", "b"]}),
            ),
            (
                json!({"type": "integer", "minimum": 1, "maximum": 9}),
                json!({"type": "integer", "exclusiveMinimum": 0, "maximum": 9.0, "format": "uint8"}),
            ),
            (json!({"allOf": [{"enum": ["a"]}]}), json!({"const": "a"})),
        ] {
            assert_eq!(normal(&one), normal(&other));
        }
    }

    #[test]
    fn what_differs_differs() {
        let word = json!({"type": "string", "pattern": "^a$"});
        for other in [
            json!({"type": "string", "pattern": "^b$"}),
            json!({"type": "string", "pattern": "^a$", "maxLength": 3}),
            json!({"type": "string", "pattern": "^a$", "not": {"pattern": "b"}}),
            json!({"enum": ["a"]}),
            json!({"pattern": "^a$"}),
        ] {
            assert_ne!(normal(&word), normal(&other), "{other}");
        }
    }
}
