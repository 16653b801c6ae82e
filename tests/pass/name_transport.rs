//! A name tells nothing of how the tool is reached.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_get() {}
