//! Two inputs have two headers.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Word")] word: String, #[arg(header = "Other")] other: String) {}
