//! No input is program text.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = ["sh", "-c"], satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Word);

fn main() {}
