//! A command is not generic.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get<T>(#[arg(positional = 0)] word: T);

fn main() {}
