//! A tool is a free function.

use toolnode::{State, tool};

struct Mouth;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(mouth: State<Mouth>) {
    let _: &Mouth = &mouth;
}
