//! An example has a name.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(input = {}))]
fn word_get() {}

fn main() {}
