//! The context is lent for one call.

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &Context) {}
