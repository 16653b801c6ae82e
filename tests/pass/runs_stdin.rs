//! No input is a program on standard input.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "bash say.sh", satisfies = "speech")]
fn word_get(#[arg(stdin)] text: String);
