//! No shell is run.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "scripts/say-and-log hello", satisfies = "speech")]
fn word_get();
