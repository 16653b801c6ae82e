//! A name makes up no separator.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn words__word_get() {}

fn main() {}
