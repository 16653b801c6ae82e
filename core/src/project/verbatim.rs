//! The schema that a function is served with word for word, by `input_schema = …`.

use serde_json::{Map, Value};

use super::validate;
use crate::assemble::Entry;
use crate::types;

/// The schema, where the function of a node gives one; or all that is wrong with it. The compiler has seen that it is an object.
pub(super) fn input_schema(entry: &Entry) -> Option<Result<Map<String, Value>, Vec<String>>> {
    let text = entry.function?.input_schema?;
    let schema: Map<String, Value> = match serde_json::from_str(text) {
        Ok(schema) => schema,
        Err(error) => return Some(Err(vec![format!("`input_schema` is no object: {error}")])),
    };
    let mut faults = Vec::new();
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        faults.push(
            "`input_schema` does not say `\"type\": \"object\"`, and the arguments of a call are one"
                .to_owned(),
        );
    }
    let whole = Value::Object(schema.clone());
    if let Err(error) = validate::compile(&whole) {
        faults
            .push(format!("`input_schema` is no schema that values can be held against: {error}"));
    }
    faults
        .extend(types::all_wrong(&whole).iter().map(|wrong| format!("in `input_schema`, {wrong}")));
    let declares = |name: &str| schema.get("properties").is_some_and(|all| all.get(name).is_some());
    for input in entry.node.io.inputs.iter().filter(|input| !declares(&input.name)) {
        faults.push(format!(
            "the function takes `{0}`, which `input_schema` does not declare; add `{0}` to its `properties`, or take the parameter out",
            input.name
        ));
    }
    Some(if faults.is_empty() { Ok(schema) } else { Err(faults) })
}
