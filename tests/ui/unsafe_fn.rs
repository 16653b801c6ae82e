//! Anyone may call a tool with anything.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
unsafe fn word_get() {}

fn main() {}
