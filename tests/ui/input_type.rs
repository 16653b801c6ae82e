//! An input can be read and described.
#![allow(unused)]

use toolnode::tool;

struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Vec<Word>) {}

fn main() {}
