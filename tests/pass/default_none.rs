//! A type without a default of its own.

use toolnode::tool;

#[derive(Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default)] word: Word) {}
