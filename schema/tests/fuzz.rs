//! Random pairs of schemas: no verdict may be contradicted by a value. The search for one knows nothing of how the verdict
//! came about.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::generate::{Random, Schemas, value};
use serde_json::{Value, json};
use toolnode_schema::{Draft, Options, Verdict, compare};

/// Values that are tried on each pair.
const SAMPLES: usize = 60;
/// Those of them that Python, which takes its time, tries, too.
const SAMPLES_FOR_PYTHON: usize = 10;

struct Pair {
    draft: Draft,
    a: Value,
    b: Value,
}

impl Pair {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let draft = if random.one_in(4) { Draft::Draft7 } else { Draft::Draft202012 };
        let mut schemas = Schemas::new(draft);
        let a = schemas.document(&mut random);
        let b = if random.one_in(3) {
            schemas.document(&mut random)
        } else {
            schemas.changed(&mut random, &a)
        };
        Self { draft, a, b }
    }

    fn validator(&self, schema: &Value) -> jsonschema::Validator {
        let draft = match self.draft {
            Draft::Draft7 => jsonschema::Draft::Draft7,
            _ => jsonschema::Draft::Draft202012,
        };
        jsonschema::options()
            .with_draft(draft)
            .build(schema)
            .unwrap_or_else(|error| panic!("{schema}: {error}"))
    }
}

/// What a run came to.
#[derive(Default)]
struct Run {
    decided: usize,
    unknown: usize,
    contradictions: Vec<String>,
    /// For a validator elsewhere: schemas, verdicts, and the values to try.
    records: Vec<Value>,
}

fn run(seeds: std::ops::Range<u64>, keep: bool) -> Run {
    let mut run = Run::default();
    for seed in seeds {
        let pair = Pair::new(seed);
        let comparison =
            compare(&pair.a, &pair.b, &Options { draft: pair.draft, ..Options::default() });
        let (a, b) = (pair.validator(&pair.a), pair.validator(&pair.b));
        let mut random = Random::new(!seed);
        let mut samples: Vec<Value> = (0..SAMPLES).map(|_| value(&mut random, 2)).collect();
        for verdict in [&comparison.a_in_b, &comparison.b_in_a] {
            samples.extend(verdict.witness().cloned());
        }
        let directions =
            [(&comparison.a_in_b, &a, &b, "a in b"), (&comparison.b_in_a, &b, &a, "b in a")];
        for (verdict, inner, outer, direction) in directions {
            let refuted = match verdict {
                Verdict::Yes => {
                    samples.iter().find(|value| inner.is_valid(value) && !outer.is_valid(value))
                }
                Verdict::No { witness } => {
                    Some(witness).filter(|value| !inner.is_valid(value) || outer.is_valid(value))
                }
                Verdict::Unknown { .. } => None,
            };
            match verdict.decided() {
                Some(_) => run.decided += 1,
                None => run.unknown += 1,
            }
            if let Some(value) = refuted {
                run.contradictions.push(format!(
                    "seed {seed}, {:?}, {direction} is {verdict:?}, but look at {value}\n  a {}\n  b {}",
                    pair.draft, pair.a, pair.b
                ));
            }
        }
        if keep {
            run.records.push(json!({
                "seed": seed, "draft": format!("{:?}", pair.draft), "a": pair.a, "b": pair.b,
                "a_in_b": comparison.a_in_b.decided(), "b_in_a": comparison.b_in_a.decided(),
                "a_not_b": comparison.a_in_b.witness().map(|witness| [witness]),
                "b_not_a": comparison.b_in_a.witness().map(|witness| [witness]),
                "samples": samples[..SAMPLES_FOR_PYTHON],
            }));
        }
    }
    run
}

/// No verdict is contradicted, and 99 of a hundred directions are decided.
fn expect_sound(run: &Run) {
    let Run { decided, unknown, contradictions, .. } = run;
    assert!(
        contradictions.is_empty(),
        "{} contradictions:\n{}",
        contradictions.len(),
        contradictions.join("\n")
    );
    assert!(decided >= &(unknown * 99), "{decided} directions are decided, {unknown} are not");
}

/// 5,000 directions.
#[test]
fn random_pairs() {
    let run = run(0..2_500, false);
    expect_sound(&run);
}

/// 100,000 directions, and Python's `jsonschema` has a say.
#[test]
#[ignore = "takes minutes, and needs python3 with the package jsonschema"]
fn many_random_pairs() {
    let (mut decided, mut unknown) = (0, 0);
    for begin in (0..50_000).step_by(5_000) {
        let run = run(begin..begin + 5_000, true);
        expect_sound(&run);
        let contradictions = by_python(&run.records);
        assert!(
            contradictions.trim().is_empty(),
            "Python's jsonschema contradicts:\n{contradictions}"
        );
        decided += run.decided;
        unknown += run.unknown;
    }
    assert_eq!(decided + unknown, 100_000);
}

/// What Python's validator says against the verdicts, a line each.
fn by_python(records: &[Value]) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/second_opinion.py");
    let mut python = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed");
    let mut input = python.stdin.take().expect("it is piped");
    let lines: Vec<_> = records.iter().map(Value::to_string).collect();
    let lines = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().expect("python3 runs");
    assert!(
        output.status.success(),
        "tests/second_opinion.py failed; it needs `pip install jsonschema`"
    );
    writer.join().expect("it writes").expect("python3 reads all");
    String::from_utf8(output.stdout).expect("it prints text")
}
