//! The input of an example is an object.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = { "word": "a" }))]
fn word_get(word: String) {}
