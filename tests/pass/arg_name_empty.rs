//! An input has a name.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(name = "a word")] word: String) {}
