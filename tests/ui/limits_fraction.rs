//! Bytes are counted.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(output_bytes = 1.5))]
fn word_get() {}

fn main() {}
