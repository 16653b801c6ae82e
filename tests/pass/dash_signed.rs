//! A signed integer begins with a dash.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_say(#[arg(positional = 0)] times: u64);
