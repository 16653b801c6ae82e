//! Two inputs have two names.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String, #[arg(name = "word")] other: String) {}

fn main() {}
