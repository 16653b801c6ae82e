//! A tool satisfies one skill or more.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", read_only)]
fn word_get() {}
