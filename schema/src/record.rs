//! Comparisons as records, a JSON object on a line: the form in which corpora of pairs are kept.

use std::time::Instant;

use serde_json::{Map, Value};

use crate::options::{Draft, Options};
use crate::parse::parse;
use crate::verdict::Verdict;

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
    let mut answer = Map::new();
    let record = parse(line).map_err(|error| error.to_string());
    let id = record.as_ref().ok().and_then(|record| record.get("id")).cloned();
    answer.insert("id".to_owned(), id.unwrap_or(Value::Null));
    let pair = record.and_then(|record| match (record.get("a"), record.get("b"), record.get("draft")) {
        (Some(a), Some(b), draft) => Ok((a.clone(), b.clone(), draft.and_then(Value::as_str).map(Draft::of))),
        _ => Err("a record has the schemas `a` and `b`".to_owned()),
    });
    let begun = Instant::now();
    match pair {
        Ok((a, b, draft)) => {
            let options = Options { draft: draft.unwrap_or_default(), ..Options::default() };
            let comparison = crate::compare(&a, &b, &options);
            let mut reason = None;
            for (direction, witness, verdict) in [
                ("a_subset_b", "witness_a_not_b", &comparison.a_in_b),
                ("b_subset_a", "witness_b_not_a", &comparison.b_in_a),
            ] {
                answer.insert(direction.to_owned(), verdict.decided().into());
                if let Some(value) = verdict.witness() {
                    answer.insert(witness.to_owned(), value.clone());
                }
                if let Verdict::Unknown { reason: text, pointer } = verdict {
                    let place = if pointer.is_empty() { String::new() } else { format!("{pointer}: ") };
                    reason.get_or_insert(format!("{place}{text}"));
                }
            }
            answer.extend(reason.map(|reason| ("reason".to_owned(), reason.into())));
        }
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
