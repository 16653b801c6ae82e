//! An attribute of a type has keys.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$", max_len = 5,)]
#[argv(min_len = 2,)]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
