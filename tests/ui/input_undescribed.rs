//! An input that can be read, but not described.
#![allow(unused)]

use toolnode::tool;

#[derive(serde::Deserialize)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Word) {}

fn main() {}
