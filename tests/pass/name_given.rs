//! An id that is given follows the rule, too.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", id = "word-get")]
fn fetch_word() {}
