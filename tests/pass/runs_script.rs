//! No input is the script that is run.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "python3 say.py", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Word);
