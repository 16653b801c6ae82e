//! A limit lets something through.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(seconds = 0.5))]
fn word_get() {}
