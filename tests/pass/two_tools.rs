//! A function is one tool.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = ["speech", "writing"])]
fn word_get() {}
