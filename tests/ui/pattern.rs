//! A parameter has a name.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get((word, number): (String, u8)) {}

fn main() {}
