//! A name that no instance can have.

use toolnode::tool;

toolnode::instance! { name = "folio-assistant" }

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() {}
