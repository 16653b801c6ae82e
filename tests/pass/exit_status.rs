//! An exit status is from 0 to 255.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = [0, 255]), satisfies = "speech")]
fn word_get();
