//! An input that is passed to nothing is described all the same.
#![allow(unused)]

use toolnode::tool;

struct Word;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(unplaced)] word: Word);

fn main() {}
