//! The name of a header is a token.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "My Word")] word: String) {}

fn main() {}
