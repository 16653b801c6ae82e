//! Behind `--` nothing is an option, but the word after a flag is before it.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z-]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", terminator, satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
