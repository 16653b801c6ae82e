//! Numbers that JSON Schema does not tell apart and serde does.

use serde_json::{Number, Value};

/// The value with `3` for `3.0`, which JSON Schema does not tell apart and serde does; `None` where nothing changes.
pub(crate) fn with_whole_numbers(value: &Value) -> Option<Value> {
    match value {
        Value::Number(number) => whole(number).map(Value::Number),
        Value::Array(items) => {
            let changed: Vec<_> = items.iter().map(with_whole_numbers).collect();
            changed.iter().any(Option::is_some).then(|| {
                let pairs = changed.into_iter().zip(items);
                Value::Array(pairs.map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect())
            })
        }
        Value::Object(fields) => {
            let mut changed = None;
            for (key, field) in fields {
                if let Some(new) = with_whole_numbers(field) {
                    changed.get_or_insert_with(|| fields.clone()).insert(key.clone(), new);
                }
            }
            changed.map(Value::Object)
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

fn whole(number: &Number) -> Option<Number> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53
    let float = number.as_f64().filter(|_| number.is_f64())?;
    #[allow(clippy::cast_possible_truncation, reason = "in range, and without a fraction")]
    (float.fract() == 0.0 && float.abs() <= EXACT).then(|| Number::from(float as i64))
}
