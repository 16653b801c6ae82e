//! A name makes up no separator.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn words_word_get() {}
