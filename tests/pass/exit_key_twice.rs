//! A key for exit statuses is said once.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = [0, 1]), satisfies = "speech")]
fn word_get();
