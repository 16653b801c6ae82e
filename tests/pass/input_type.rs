//! An input can be read and described.

use toolnode::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Vec<Word>) {}
