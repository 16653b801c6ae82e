//! A default has the type of the parameter.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default = "word".to_owned())] word: String) {}
