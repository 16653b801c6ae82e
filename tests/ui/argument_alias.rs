//! An alias is what it stands for.
#![allow(unused)]

use toolnode::tool;

type Name = String;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Name);

fn main() {}
