//! So can the success of a `Result` by another name.

use toolnode::tool;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Word;

type Answer = Result<Word, String>;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Answer {
    Ok(Word)
}
