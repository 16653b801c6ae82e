//! No shell is run.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say hello | tee log", satisfies = "speech")]
fn word_get();

fn main() {}
