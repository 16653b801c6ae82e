//! All that is wrong with a name is said at once.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", allow_name = "the word is that of the forge")]
fn mcp_github_word_fetch() {}
