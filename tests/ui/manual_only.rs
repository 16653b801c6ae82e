//! What is done by hand is declared in a file.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(manual, satisfies = "speech")]
fn word_get();

fn main() {}
