//! A pattern is a string.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^5$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
