//! JSON that is printed has a type.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "text", satisfies = "speech")]
fn word_get();
