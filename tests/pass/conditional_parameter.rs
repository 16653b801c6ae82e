//! A parameter is always there.

use toolnode::tool;

/// A word: say it.
#[cfg(unix)]
#[tool(satisfies = "speech")]
fn word_get(word: String) {}
