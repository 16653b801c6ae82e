//! A list of words of a command cannot be repeated in a header.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--times", header = "Times")] times: u8);
