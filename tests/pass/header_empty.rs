//! The name of a header is not empty.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Word")] word: String) {}
