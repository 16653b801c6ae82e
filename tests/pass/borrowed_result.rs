//! A result is owned.

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &Context) -> &'static str {
    "word"
}
