//! A schema that is written by hand is given.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
