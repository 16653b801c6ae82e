//! A command has words.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "", satisfies = "speech")]
fn word_get();

fn main() {}
