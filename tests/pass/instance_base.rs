//! A base that is no absolute IRI.

use toolnode::tool;

toolnode::instance! { base = "https://example.org/types" }

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
