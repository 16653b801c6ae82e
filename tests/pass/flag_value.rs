//! A hint is true or false.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", read_only = true, destructive = false)]
fn word_get() {}
