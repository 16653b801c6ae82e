//! A name tells nothing of who makes what is behind the tool.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_get() {}
