//! An example has a name.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = {}))]
fn word_get() {}
