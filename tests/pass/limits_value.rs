//! Limits are keys of their own.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(seconds = 5))]
fn word_get() {}
