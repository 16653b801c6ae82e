//! An id that is none.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", id = "word-say")]
fn word_say() {}
