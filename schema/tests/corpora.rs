//! Pairs whose answer is known. `tests/fixtures/README.md` says where they come from.

mod common;

use common::{Tally, records};

/// No verdict is wrong, and so many of a hundred directions are decided.
fn expect(corpus: &str, percent: usize) {
    let tally = Tally::of(&records(corpus));
    assert!(tally.wrong.is_empty(), "{corpus}: wrong:\n{}", tally.wrong.join("\n"));
    let (decided, directions) = (tally.decided(), tally.directions());
    assert!(
        decided * 100 >= directions * percent,
        "{corpus}: only {decided} of {directions} are decided:\n{}",
        tally.unknown.join("\n")
    );
}

#[test]
fn spelling_variants_and_traps() {
    expect("pairs.jsonl", 100);
}

#[test]
fn containment_in_2020_12() {
    expect("containment-2020-12.jsonl", 99);
}

#[test]
fn containment_in_draft_07() {
    expect("containment-draft-07.jsonl", 99);
}

#[test]
fn kinds_of_assertions() {
    expect("kinds.jsonl", 98);
}
