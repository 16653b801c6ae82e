//! A key whose value is a string.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", title)]
fn word_get() {}

fn main() {}
