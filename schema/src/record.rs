//! Comparisons as records, a JSON object on a line: the form in which corpora of pairs are kept.

use std::time::Instant;

use serde_json::{Map, Value};

use crate::options::{Draft, Options};
use crate::parse::{ParseError, keeps_numbers};
use crate::verdict::{Comparison, Verdict};

/// Answers a record `{"id", "a", "b", "draft"?}` with
/// `{"id", "a_subset_b", "b_subset_a", "witness_a_not_b"?, "witness_b_not_a"?, "reason"?, "micros"}`.
///
/// A direction is `null` where it is not known, and `reason` says why; so it does where the line is no such record.
/// `micros` is the time for both directions.
///
/// ```
/// let answer = toolnode_schema::answer(r#"{"id": 1, "a": {"type": "null"}, "b": true}"#);
/// assert_eq!(answer["a_subset_b"], true);
/// assert_eq!(answer["witness_b_not_a"], false);
/// ```
pub fn answer(line: &str) -> Map<String, Value> {
    let begun = Instant::now();
    let mut answer = Map::new();
    answer.insert("id".to_owned(), Value::Null);
    match read(line, &mut answer) {
        Ok((a, b, options)) => answer.extend(crate::compare(&a, &b, &options).to_record()),
        Err(reason) => {
            answer.insert("a_subset_b".to_owned(), Value::Null);
            answer.insert("b_subset_a".to_owned(), Value::Null);
            answer.insert("reason".to_owned(), reason.into());
        }
    }
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    answer.insert("micros".to_owned(), micros.into());
    answer
}

fn read(line: &str, answer: &mut Map<String, Value>) -> Result<(Value, Value, Options), String> {
    let no_json = |error| ParseError::Syntax(error).to_string();
    let mut record: Value = serde_json::from_str(line).map_err(no_json)?;
    if let Some(id) = record.get("id") {
        answer.insert("id".to_owned(), id.clone());
    }
    keeps_numbers(line).map_err(|error| error.to_string())?;
    let draft = record.get("draft").and_then(Value::as_str).map(Draft::of).unwrap_or_default();
    let options = Options { draft, ..Options::default() };
    let mut side = |name| record.get_mut(name).map(Value::take);
    match (side("a"), side("b")) {
        (Some(a), Some(b)) => Ok((a, b, options)),
        _ => Err("no record: it has the schemas `a` and `b`".to_owned()),
    }
}

impl Comparison {
    /// The fields of a record that are about the outcome: all of [`answer`]'s but `id` and `micros`.
    pub fn to_record(&self) -> Map<String, Value> {
        let mut record = Map::new();
        for (direction, witness, verdict) in [
            ("a_subset_b", "witness_a_not_b", &self.a_in_b),
            ("b_subset_a", "witness_b_not_a", &self.b_in_a),
        ] {
            record.insert(direction.to_owned(), verdict.decided().into());
            if let Some(value) = verdict.witness() {
                record.insert(witness.to_owned(), value.clone());
            }
            if let Verdict::Unknown { reason, pointer } = verdict {
                let place = if pointer.is_empty() { String::new() } else { format!("{pointer}: ") };
                record.entry("reason").or_insert_with(|| format!("{place}{reason}").into());
            }
        }
        record
    }
}
