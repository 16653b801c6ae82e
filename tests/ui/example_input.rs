//! The input of an example is an object.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = 5))]
fn word_get() {}

fn main() {}
