//! Two inputs have two names.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(word: String, #[arg(name = "other")] another: String) {}
