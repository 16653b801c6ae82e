//! A value without a key.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", "Say")]
fn word_get() {}

fn main() {}
