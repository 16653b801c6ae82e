//! A hint is true or false.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", read_only = "yes")]
fn word_get() {}

fn main() {}
