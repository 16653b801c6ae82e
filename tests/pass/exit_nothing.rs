//! Some exit status is success.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = [0]), satisfies = "speech")]
fn word_get();
