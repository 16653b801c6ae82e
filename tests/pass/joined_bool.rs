//! A flag without a value has nothing to be joined to.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--loud")] loud: bool);
