//! A parameter has a type that can be described.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: impl ToString) {}

fn main() {}
