//! A prefix that no served name can have.

use toolnode::tool;

toolnode::instance! { prefix = "first" }

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
