//! A result is owned.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &Context) -> &str {
    "word"
}

fn main() {}
