//! Nothing after the sign.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", title = "Say")]
fn word_get() {}
