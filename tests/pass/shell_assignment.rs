//! A variable is not set as a shell does it.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "env VOICE=soft say", satisfies = "speech")]
fn word_get();
