//! Prose goes to standard input.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_say(#[arg(stdin)] note: String);
