//! A tool has no `where` clause.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(word: String) {}
