//! What is secret is repeated in no header.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret)] word: String) {}
