//! What a command prints is known.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "text", satisfies = "speech")]
fn word_get();
