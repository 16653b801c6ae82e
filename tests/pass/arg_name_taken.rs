//! Two inputs have two names.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: String, #[arg(name = "other")] another: String) {}
