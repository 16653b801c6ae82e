//! A path is no plain word as it is.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z0-9_][a-z0-9_./-]*$")]
struct File(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--file")] file: File);
