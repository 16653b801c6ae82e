//! Pairs whose answer is known. `tests/fixtures/README.md` says where they come from.

mod common;

use common::{Tally, records};

fn expect(corpus: &str, least: f64) {
    let tally = Tally::of(&records(corpus));
    assert!(tally.wrong.is_empty(), "{corpus}: wrong:\n{}", tally.wrong.join("\n"));
    assert!(
        tally.decided() >= least,
        "{corpus}: only {:.4} decided:\n{}",
        tally.decided(),
        tally.unknown.join("\n")
    );
}

#[test]
fn spelling_variants_and_traps() {
    expect("pairs.jsonl", 1.0);
}

#[test]
fn containment_in_2020_12() {
    expect("containment-2020-12.jsonl", 0.99);
}

#[test]
fn containment_in_draft_07() {
    expect("containment-draft-07.jsonl", 0.99);
}

#[test]
fn kinds_of_assertions() {
    expect("kinds.jsonl", 0.98);
}
