//! Only functions are tools.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
struct Word;

fn main() {}
