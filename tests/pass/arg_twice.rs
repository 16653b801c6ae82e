//! A parameter has one `#[arg(…)]`.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(name = "said", default)] word: String) {}
