//! A name has no version: the service has one.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_get() {}
