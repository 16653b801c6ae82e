//! A tool has no `where` clause.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(word: String)
where
    String: Clone,
{
}

fn main() {}
