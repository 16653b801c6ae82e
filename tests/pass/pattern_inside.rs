//! A pattern is for a text.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(max = 99)]
struct Word(u8);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
