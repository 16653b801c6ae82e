//! An input is taken by value.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: &str) {}

fn main() {}
