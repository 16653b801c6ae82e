//! An exit status means one thing.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(undetermined = [2]), satisfies = "speech")]
fn word_get();
