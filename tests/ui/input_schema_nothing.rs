//! A schema that is written by hand is given.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", input_schema)]
fn word_get() {}

fn main() {}
