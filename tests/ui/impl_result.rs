//! A result has a type that can be described.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Option<impl ToString> {
    Some("word")
}

fn main() {}
