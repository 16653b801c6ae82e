//! Nothing is expanded.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say '$WORD'", satisfies = "speech")]
fn word_get();
