//! An id that is none.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", id = "Word Say")]
fn word_get() {}

fn main() {}
