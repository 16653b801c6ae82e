//! A default is shown to the caller.

use toolnode::tool;

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default = Word)] word: Word) {}
