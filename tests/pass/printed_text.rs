//! A command gives a value when it prints JSON.

use toolnode::tool;

/// What was said.
#[derive(schemars::JsonSchema)]
struct Said {
    /// It.
    word: String,
}

/// A word: say it.
#[tool(shell = "say", stdout = "json", satisfies = "speech")]
fn word_get() -> Said;
