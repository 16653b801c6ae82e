//! The least number is not above the greatest.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(min = 4, max = 8)]
struct Word(u8);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
