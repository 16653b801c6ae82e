//! A tool is a free function.

use toolnode::{State, tool};

struct Mouth;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(mouth: State<Mouth>) {
    let _: &Mouth = &mouth;
}
