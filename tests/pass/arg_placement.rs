//! A function with a body has no command line.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String) {}
