//! A newtype by itself proves nothing.
#![allow(unused)]

use toolnode::tool;

struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Word);

fn main() {}
