//! That a command failed is said by its exit status.
#![allow(unused)]

use toolnode::tool;

/// What was said.
#[derive(schemars::JsonSchema)]
struct Said {
    /// It.
    word: String,
}

/// A word: say it.
#[tool(shell = "say", stdout = "json", satisfies = "speech")]
fn word_get() -> Result<Said, String>;

fn main() {}
