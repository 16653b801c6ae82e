//! The name of the crate is a path.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", crate = toolnode)]
fn word_get() {}
