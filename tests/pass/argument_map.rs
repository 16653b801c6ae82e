//! A map is no word.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(stdin)] facts: std::collections::BTreeMap<String, String>);
