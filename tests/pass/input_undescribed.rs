//! An input that can be read, but not described.

use toolnode::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Word) {}
