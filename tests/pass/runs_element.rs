//! No element of a list is a command.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "timeout 5 say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] words: Vec<Word>);
