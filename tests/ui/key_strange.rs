//! A key that is near none.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", zebra)]
fn word_get() {}

fn main() {}
