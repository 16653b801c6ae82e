//! An id that is none.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", id = "word-get")]
fn word_get() {}
