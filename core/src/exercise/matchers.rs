//! Whether an answer is what an example expects.

use serde_json::{Number, Value};

use crate::node::{Expect, ExpectedStatus};

/// What a tool answered.
pub(super) struct Answered<'a> {
    pub(super) is_error: bool,
    pub(super) structured: Option<&'a Value>,
    pub(super) text: &'a str,
}

/// # Errors
///
/// The first thing that does not hold, as a sentence.
pub(super) fn judge(expect: &Expect, answer: &Answered<'_>) -> Result<(), String> {
    match (expect.status, answer.is_error) {
        (ExpectedStatus::Ran, true) => return Err(format!("it failed: {}", head(answer.text))),
        (ExpectedStatus::Failed, false) => return Err("it ran, and was to fail".to_owned()),
        _ => {}
    }
    let parsed;
    let value = if let Some(value) = answer.structured {
        Some(value)
    } else {
        parsed = serde_json::from_str::<Value>(answer.text).ok();
        parsed.as_ref()
    };
    if let Some(expected) = &expect.equals {
        let is_text = expected.as_str().is_some_and(|text| text == answer.text);
        if !is_text && !value.is_some_and(|value| same(expected, value)) {
            return Err(format!("the output is not {}: {}", short(expected), head(answer.text)));
        }
    }
    for text in &expect.contains {
        if !answer.text.contains(text) {
            return Err(format!("the output does not contain {text:?}: {}", head(answer.text)));
        }
    }
    let no_json = || format!("the output is no JSON: {}", head(answer.text));
    if let Some(expected) = &expect.subset {
        let value = value.ok_or_else(no_json)?;
        if let Some(place) = missing(expected, value, "") {
            let place = if place.is_empty() {
                "the output".to_owned()
            } else {
                format!("{place} of the output")
            };
            return Err(format!("{place} does not have what is expected: {}", head(answer.text)));
        }
    }
    if let Some(schema) = &expect.schema {
        let value = value.ok_or_else(no_json)?;
        let validator = jsonschema::draft202012::new(schema)
            .map_err(|error| format!("the schema that it is to match is none: {error}"))?;
        if let Err(error) = validator.validate(value) {
            return Err(format!("at \"{}\": {error}", error.instance_path()));
        }
    }
    Ok(())
}

/// Where a value lacks what is expected of it, as a JSON pointer.
fn missing(expected: &Value, value: &Value, place: &str) -> Option<String> {
    match (expected, value) {
        (Value::Object(expected), Value::Object(value)) => {
            expected.iter().find_map(|(key, expected)| {
                let place = format!("{place}/{key}");
                match value.get(key) {
                    Some(value) => missing(expected, value, &place),
                    None => Some(place),
                }
            })
        }
        (Value::Array(expected), Value::Array(values)) => {
            expected.iter().enumerate().find_map(|(index, expected)| {
                let there = values.iter().any(|value| missing(expected, value, "").is_none());
                (!there).then(|| format!("{place}/{index}"))
            })
        }
        (expected, value) => (!same(expected, value)).then(|| place.to_owned()),
    }
}

/// Whether two values are one in JSON, which has one type of numbers: `42` is `42.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => same_number(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

/// Whether two numbers are equal, without rounding either.
fn same_number(a: &Number, b: &Number) -> bool {
    match (whole(a), whole(b)) {
        (Some(a), Some(b)) => a == b,
        // What is left is a fraction, or beyond all integers that are kept as such.
        (None, None) => a.as_f64() == b.as_f64(),
        _ => false,
    }
}

/// The number as an integer, where it is one that 64 bits hold.
fn whole(number: &Number) -> Option<i128> {
    /// 2 to the power of 64; a float below it, without a fraction, is that integer.
    const END: f64 = 18_446_744_073_709_551_616.0;
    if !number.is_f64() {
        return number.as_i128();
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < END)?;
    #[allow(clippy::cast_possible_truncation, reason = "it has no fraction and is in range")]
    Some(float as i128)
}

fn head(text: &str) -> String {
    short(&Value::from(text))
}

/// A value in as many characters as a line has room for.
fn short(value: &Value) -> String {
    const MOST: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[allow(clippy::needless_pass_by_value, reason = "json!(…) is written at the call")]
    fn told(expect: Value, is_error: bool, structured: Option<Value>, text: &str) -> String {
        let expect = serde_json::from_value(expect).expect("an expectation");
        let answer = Answered { is_error, structured: structured.as_ref(), text };
        judge(&expect, &answer).err().unwrap_or_default()
    }

    #[test]
    fn what_is_not_said_is_not_asked() {
        assert_eq!(told(json!({}), false, None, "anything"), "");
        assert_eq!(told(json!({}), true, None, "no"), "it failed: \"no\"");
        assert_eq!(told(json!({"status": "failed"}), true, None, "no"), "");
        assert_eq!(told(json!({"status": "failed"}), false, None, "x"), "it ran, and was to fail");
    }

    #[test]
    fn the_whole_or_a_part() {
        assert_eq!(told(json!({"equals": "a b"}), false, None, "a b"), "");
        assert_eq!(
            told(json!({"equals": "a"}), false, None, "a b"),
            "the output is not \"a\": \"a b\""
        );
        assert_eq!(told(json!({"equals": [1, 2]}), false, None, "[1,2]"), "");
        assert_eq!(told(json!({"equals": {"n": 1}}), false, Some(json!({"n": 1})), "n"), "");
        assert_eq!(told(json!({"contains": ["a", "b"]}), false, None, "a b"), "");
        let lacks = told(json!({"contains": ["c"]}), false, None, "a b");
        assert_eq!(lacks, "the output does not contain \"c\": \"a b\"");
        let value = json!({"n": 1, "list": [{"a": 1, "b": 2}, {"a": 3}]});
        let part = |part: Value| told(json!({"subset": part}), false, Some(value.clone()), "v");
        assert_eq!(part(json!({"list": [{"a": 3}, {"b": 2}]})), "");
        assert_eq!(
            part(json!({"list": [{"a": 4}]})),
            "/list/0 of the output does not have what is expected: \"v\""
        );
        assert_eq!(part(json!({"m": 1})), "/m of the output does not have what is expected: \"v\"");
        assert_eq!(
            told(json!({"subset": {}}), false, None, "text"),
            "the output is no JSON: \"text\""
        );
        // A number is a number, however it is written, and none is rounded.
        for (expected, given, is_same) in [
            ("42.0", "42", true),
            ("42", "4.2e1", true),
            ("0", "-0.0", true),
            ("42.5", "42", false),
            ("-1.0", "18446744073709551615", false),
            ("9007199254740992.0", "9007199254740992", true),
            ("9007199254740992.0", "9007199254740993", false),
            ("9007199254740993", "9007199254740992", false),
            ("18446744073709551615", "18446744073709551616.0", false),
            ("1e300", "1e300", true),
        ] {
            let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
            let (expected, given) = (parsed(expected), parsed(given));
            for expect in
                [json!({"subset": {"n": [expected]}}), json!({"equals": {"n": [expected]}})]
            {
                let told = told(expect, false, Some(json!({"n": [given]})), "v");
                assert_eq!(told.is_empty(), is_same, "{expected} {given}: {told}");
            }
        }
        let schema = json!({"schema": {"type": "object", "required": ["m"]}});
        assert!(told(schema, false, Some(value), "v").contains("\"m\""));
    }
}
