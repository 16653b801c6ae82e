//! A name has a subject.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_get() {}
