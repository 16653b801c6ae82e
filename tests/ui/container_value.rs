//! A container has keys of its own.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container = "speech:1", satisfies = "speech")]
fn word_get();

fn main() {}
