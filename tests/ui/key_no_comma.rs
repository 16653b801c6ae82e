//! Keys are separated by commas.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech" read_only)]
fn word_get() {}

fn main() {}
