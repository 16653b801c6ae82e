//! A skill is named by a string.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = speech)]
fn word_get() {}

fn main() {}
