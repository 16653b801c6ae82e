//! A function is one tool.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
#[tool(satisfies = "writing")]
fn word_get() {}

fn main() {}
