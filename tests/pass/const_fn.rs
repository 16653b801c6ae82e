//! A tool is not `const`.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
