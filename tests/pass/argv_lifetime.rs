//! A word borrows nothing.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
