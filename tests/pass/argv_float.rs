//! A number on a command line is whole.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
struct Word(u64);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
