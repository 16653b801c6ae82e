//! A version that says nothing.

use toolnode::tool;

toolnode::instance! { version = "2.0.0" }

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
