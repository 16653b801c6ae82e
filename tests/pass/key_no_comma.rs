//! Keys are separated by commas.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", read_only)]
fn word_get() {}
