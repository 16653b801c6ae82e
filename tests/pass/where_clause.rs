//! A tool has no `where` clause.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String) {}
