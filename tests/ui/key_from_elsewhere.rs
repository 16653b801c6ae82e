//! A key that other crates have.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", description = "Says a word.")]
fn word_get() {}

fn main() {}
