//! No input is code that a flag loads.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "python3", satisfies = "speech")]
fn word_get(#[arg(flag = "-m")] module: Word);

fn main() {}
