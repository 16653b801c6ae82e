//! A list is word by word.

use toolnode::tool;

/// A word: say it.
#[tool(shell = ["say", "hello"], satisfies = "speech")]
fn word_get();
