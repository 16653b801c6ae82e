//! Programs are strings.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", requires(runtime = "git", env = ["HOME"]))]
fn word_get() {}
