//! A list of words has a program.

use toolnode::tool;

/// A word: say it.
#[tool(shell = ["say"], satisfies = "speech")]
fn word_get();
