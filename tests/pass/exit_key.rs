//! The keys for exit statuses are known.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = [0]), satisfies = "speech")]
fn word_get();
