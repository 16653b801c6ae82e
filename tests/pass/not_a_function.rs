//! Only functions are tools.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
