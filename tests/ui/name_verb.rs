//! A name ends with a verb of the closed set.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_fetch() {}

fn main() {}
