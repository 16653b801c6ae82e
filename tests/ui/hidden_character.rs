//! What the caller is told is seen in the source.
#![allow(unused)]

use toolnode::tool;

/// A word: say⁠ it.
#[tool(satisfies = "speech")]
fn word_get() {}

fn main() {}
