//! A list cannot be repeated in a header.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Words")] words: Vec<String>) {}

fn main() {}
