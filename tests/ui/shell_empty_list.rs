//! A list of words has a program.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = [], satisfies = "speech")]
fn word_get();

fn main() {}
