//! A tool is a Rust function.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
extern "C" fn word_get() {}

fn main() {}
