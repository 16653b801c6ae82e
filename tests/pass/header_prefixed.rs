//! What goes before the name of a header is not in it.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Word")] word: String) {}
