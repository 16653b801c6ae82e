//! A result can be written and described.

use toolnode::tool;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Vec<Word> {
    Vec::new()
}
