//! A result can be written and described.
#![allow(unused)]

use toolnode::tool;

struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Vec<Word> {
    Vec::new()
}

fn main() {}
