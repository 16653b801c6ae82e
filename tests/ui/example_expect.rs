//! What an example expects is an object.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = {}, expect = "word"))]
fn word_get() -> &'static str {
    "word"
}

fn main() {}
