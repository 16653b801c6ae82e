//! JSON that is printed has a type.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "json", satisfies = "speech")]
fn word_get();

fn main() {}
