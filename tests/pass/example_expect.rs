//! What an example expects is an object.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", example(name = "one", input = {}, expect = { "equals": "word" }))]
fn word_get() -> &'static str {
    "word"
}
