//! Makes a witness smaller for as long as it remains one.

use serde_json::{Map, Value};

use crate::value::weight;

/// Smaller values that are tried for one witness.
const MAX_TRIED: usize = 300;
/// Members beyond which an array or object is not tried without each of them: the search finds none that is not needed.
const MAX_MEMBERS: usize = 40;

/// A value that is still `kept` and no heavier than `value`.
pub(crate) fn shrink(value: Value, kept: impl Fn(&Value) -> bool) -> Value {
    let mut best = value;
    let mut tried = 0;
    'better: loop {
        let bound = weight(&best);
        for candidate in smaller(&best) {
            if weight(&candidate) >= bound {
                continue;
            }
            tried += 1;
            if tried > MAX_TRIED {
                return best;
            }
            if kept(&candidate) {
                best = candidate;
                continue 'better;
            }
        }
        return best;
    }
}

/// Values that may be smaller, the boldest first.
fn smaller(value: &Value) -> Vec<Value> {
    let mut all = vec![Value::Null, Value::Bool(false), 0.into(), "".into()];
    match value {
        Value::Array(items) if items.len() <= MAX_MEMBERS => {
            all.push(Value::Array(Vec::new()));
            all.extend(items.iter().cloned());
            for index in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(index);
                all.push(Value::Array(fewer));
            }
            for (index, item) in items.iter().enumerate() {
                all.extend(smaller(item).into_iter().map(|item| {
                    let mut items = items.clone();
                    items[index] = item;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(map) if map.len() <= MAX_MEMBERS => {
            all.push(Value::Object(Map::new()));
            for key in map.keys() {
                let fewer = map.iter().filter(|(other, _)| *other != key);
                all.push(Value::Object(
                    fewer.map(|(key, value)| (key.clone(), value.clone())).collect(),
                ));
            }
            for (key, value) in map {
                all.extend(smaller(value).into_iter().map(|value| {
                    let mut map = map.clone();
                    map.insert(key.clone(), value);
                    Value::Object(map)
                }));
            }
        }
        Value::String(text) => {
            let chars: Vec<char> = text.chars().collect();
            for length in [chars.len() / 2, chars.len().saturating_sub(1)] {
                all.push(chars[..length].iter().collect::<String>().into());
            }
        }
        Value::Number(number) => {
            all.extend([1.into(), Value::from(-1)]);
            if let Some(float) = number.as_f64().filter(|float| float.abs() < 1e9) {
                #[allow(clippy::cast_possible_truncation)] // Bounded above.
                all.push((float.trunc() as i64).into());
            }
        }
        Value::Array(_) | Value::Object(_) | Value::Null | Value::Bool(_) => {}
    }
    all
}
