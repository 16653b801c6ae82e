//! All that is wrong with a name is said at once.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn mcp_github_word_fetch() {}

fn main() {}
