//! JSON values as JSON Schema compares them: `1.0` is `1`, and the order of keys says nothing.

use serde_json::{Map, Value};

use crate::number;

/// The same value, with each number in the one form that plain equality can compare.
pub(crate) fn canonical(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => number::exact(number)
            .and_then(|exact| number::json(&exact))
            .map_or_else(|| value.clone(), Value::Number),
        Value::Array(items) => items.iter().map(canonical).collect(),
        Value::Object(map) => {
            let mut sorted: Vec<_> = map.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            let map: Map<_, _> =
                sorted.into_iter().map(|(key, value)| (key.clone(), canonical(value))).collect();
            Value::Object(map)
        }
        other => other.clone(),
    }
}

/// A text that two values share exactly where they are equal. The value is in canonical form.
pub(crate) fn key(value: &Value) -> String {
    value.to_string()
}

/// How much there is to read: characters, digits, and two for each item and key.
pub(crate) fn weight(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(number) => 1 + number.to_string().len(),
        Value::String(text) => {
            1 + text.chars().map(|c| if c.is_ascii_graphic() { 1 } else { 2 }).sum::<usize>()
        }
        Value::Array(items) => 2 + items.iter().map(|item| 2 + weight(item)).sum::<usize>(),
        Value::Object(map) => {
            2 + map.iter().map(|(key, value)| 2 + key.len() + weight(value)).sum::<usize>()
        }
    }
}
