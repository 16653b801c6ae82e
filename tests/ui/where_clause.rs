//! A tool has no `where` clause.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String)
where
    String: Clone,
{
}

fn main() {}
