//! A key that is nearly one.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
