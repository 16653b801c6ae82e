//! It is said how an input reaches the command.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(word: Word);

fn main() {}
