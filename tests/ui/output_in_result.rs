//! So can the success of a `Result` by another name.
#![allow(unused)]

use toolnode::tool;

struct Word;

type Answer = Result<Word, String>;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Answer {
    Ok(Word)
}

fn main() {}
