//! A parameter has a name.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(pair: (String, u8)) {
    let (word, number) = pair;
}
