//! What an example expects is said by known keys.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = {}, expect = { "contain": ["word"] }))]
fn word_get() -> &'static str {
    "word"
}

fn main() {}
