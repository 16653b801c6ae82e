//! An error can be shown.

use toolnode::tool;

struct Word;

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no word")
    }
}

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> Result<String, Word> {
    Err(Word)
}
