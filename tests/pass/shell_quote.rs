//! Quotes come in pairs.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say 'hello'", satisfies = "speech")]
fn word_get();
