//! A boolean is a flag without a value.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_say(#[arg(positional = 0)] loud: bool);

fn main() {}
