//! An error can be shown.
#![allow(unused)]

use toolnode::tool;

struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Result<String, Word> {
    Err(Word)
}

fn main() {}
