//! A program that is linked with toolnode as a dynamic library, where that is asked for.
// ANCHOR: linked
#[cfg(feature = "dynamic")]
use toolnode_dylib as _;
// ANCHOR_END: linked

use toolnode::tool;

/// A word: gives it back.
#[tool(satisfies = "words", read_only)]
async fn word_get(
    /// The word.
    word: String,
) -> String {
    word
}

/// Words: prints two of them.
#[tool(shell = "/bin/echo two words", satisfies = "words", read_only)]
fn word_list();

toolnode::main!();
