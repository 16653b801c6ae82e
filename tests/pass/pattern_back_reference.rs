//! What is no regular language is refused.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^(aa|bb)$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
