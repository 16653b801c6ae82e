//! A shared value is no input.

use toolnode::{State, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: State<String>) {}
