//! A name is declared once.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get();

/// A word: say it.
#[tool(shell = "say loudly", satisfies = "speech")]
fn word_check();
