//! An input of a command is owned.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: &str);

fn main() {}
