//! So can the inside of an optional one.

use toolnode::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Option<Word>) {}
