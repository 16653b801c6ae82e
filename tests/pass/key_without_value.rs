//! A key whose value is a string.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", title = "Say")]
fn word_get() {}
