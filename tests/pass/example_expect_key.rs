//! What an example expects is said by known keys.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = {}, expect = { "contains": ["word"] }))]
fn word_get() -> &'static str {
    "word"
}
