//! An input has a name.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(#[arg(name = "a word")] word: String) {}
