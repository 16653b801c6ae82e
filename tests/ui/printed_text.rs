//! A command gives a value when it prints JSON.
#![allow(unused)]

use toolnode::tool;

/// What was said.
#[derive(schemars::JsonSchema)]
struct Said {
    /// It.
    word: String,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get() -> Said;

fn main() {}
