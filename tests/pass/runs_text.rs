//! No input is program text.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = ["sh", "say.sh"], satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Word);
