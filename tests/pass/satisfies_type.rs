//! A skill is named by a string.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
