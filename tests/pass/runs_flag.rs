//! No input is code that a flag loads.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "python3 say.py", satisfies = "speech")]
fn word_get(#[arg(flag = "--module")] module: Word);
