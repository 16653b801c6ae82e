//! A key that `instance!` does not know.

use toolnode::tool;

toolnode::instance! { prefix = "fa" }

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
