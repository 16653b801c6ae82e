//! A flag without a value is there or not.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--loud")] loud: Option<bool>);
