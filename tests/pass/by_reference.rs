//! An input is taken by value.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String) {}
