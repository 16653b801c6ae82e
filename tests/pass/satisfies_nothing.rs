//! An empty list names no skill.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = ["speech"])]
fn word_get() {}
