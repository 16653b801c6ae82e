//! So can the inside of an optional one.
#![allow(unused)]

use toolnode::tool;

struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Option<Word>) {}

fn main() {}
