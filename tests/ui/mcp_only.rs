//! What another server serves is declared in a file.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(mcp = "word_get", satisfies = "speech")]
fn word_get();

fn main() {}
