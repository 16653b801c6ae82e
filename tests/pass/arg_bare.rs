//! `#[arg]` says something.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(#[arg(secret)] word: String) {}
