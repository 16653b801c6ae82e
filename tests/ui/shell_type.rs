//! The words are strings.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = say, satisfies = "speech")]
fn word_get();

fn main() {}
