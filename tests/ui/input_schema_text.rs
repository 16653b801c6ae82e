//! A schema that is written by hand is a constant text.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", input_schema = String::new())]
fn word_get() {}

fn main() {}
