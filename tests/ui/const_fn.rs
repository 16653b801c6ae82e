//! A tool is not `const`.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
const fn word_get() {}

fn main() {}
