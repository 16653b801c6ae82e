//! All mistakes of one function are reported at once.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", title = "Say")]
fn word_get(#[arg(default)] a: u8, word: String) -> &'static str {
    "word"
}
