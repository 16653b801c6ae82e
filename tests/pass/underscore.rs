//! A parameter has a name, used or not.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(name = "word")] _word: String) {}
