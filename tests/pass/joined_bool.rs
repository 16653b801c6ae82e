//! A flag without a value has nothing to be joined to.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_say(#[arg(flag = "--loud")] loud: bool);
