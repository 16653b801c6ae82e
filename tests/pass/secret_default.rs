//! What is secret has no default, which would be served.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret)] word: String) {}
