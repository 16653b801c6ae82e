//! Two inputs have two headers.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Word")] word: String, #[arg(header = "WORD")] other: String) {}

fn main() {}
