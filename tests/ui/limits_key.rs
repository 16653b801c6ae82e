//! A limit that there is not.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(second = 5))]
fn word_get() {}

fn main() {}
