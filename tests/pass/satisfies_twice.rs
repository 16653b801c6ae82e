//! A skill is said once.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = ["speech"])]
fn word_get() {}
