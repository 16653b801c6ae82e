//! A lifetime is a generic parameter too.

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &Context) {}
