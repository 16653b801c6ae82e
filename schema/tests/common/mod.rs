//! Records of pairs of schemas, and what came of comparing them.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod generate;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use toolnode_schema::{Comparison, Draft, Options, compare};

/// Two schemas, and what is known of them.
pub struct Record {
    pub id: String,
    pub a: Value,
    pub b: Value,
    pub draft: Draft,
    pub a_subset_b: Option<bool>,
    pub b_subset_a: Option<bool>,
}

/// The records of a file in `fixtures`.
pub fn records(file: &str) -> Vec<Record> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(record).collect()
}

pub fn record(line: &str) -> Record {
    let mut record: Value = serde_json::from_str(line).expect("a record is JSON");
    Record {
        id: record["id"].as_str().expect("a record has an id").to_owned(),
        draft: record["draft"].as_str().map_or(Draft::default(), Draft::of),
        a_subset_b: record["a_subset_b"].as_bool(),
        b_subset_a: record["b_subset_a"].as_bool(),
        a: record["a"].take(),
        b: record["b"].take(),
    }
}

/// How one corpus went, by direction.
#[derive(Default)]
pub struct Tally {
    /// Decided as is known.
    pub right: usize,
    /// Decided, and nothing else is known.
    pub unlabelled: usize,
    pub unknown: Vec<String>,
    pub wrong: Vec<String>,
    pub times: Vec<Duration>,
}

impl Tally {
    pub fn of(records: &[Record]) -> Self {
        let mut tally = Self::default();
        for record in records {
            let _ = tally.add(record);
        }
        tally.times.sort();
        tally
    }

    pub fn add(&mut self, record: &Record) -> Comparison {
        let options = Options { draft: record.draft, ..Options::default() };
        let begun = Instant::now();
        let comparison = compare(&record.a, &record.b, &options);
        let each = begun.elapsed() / 2;
        for (verdict, known, direction) in [
            (&comparison.a_in_b, record.a_subset_b, "a in b"),
            (&comparison.b_in_a, record.b_subset_a, "b in a"),
        ] {
            self.times.push(each);
            let line = || format!("{} {direction}: {verdict:?}", record.id);
            match (verdict.decided(), known) {
                (None, _) => self.unknown.push(line()),
                (Some(_), None) => self.unlabelled += 1,
                (Some(decided), Some(known)) if decided == known => self.right += 1,
                _ => self.wrong.push(line()),
            }
        }
        comparison
    }

    pub fn directions(&self) -> usize {
        self.times.len()
    }

    /// How many directions are decided.
    pub fn decided(&self) -> usize {
        self.directions() - self.unknown.len()
    }

    /// The time that so many of a hundred directions stay within.
    pub fn time(&self, percent: usize) -> Duration {
        let last = self.times.len() - 1;
        self.times[(self.times.len() * percent / 100).min(last)]
    }
}
