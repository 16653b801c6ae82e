//! A name tells nothing of how the tool is reached.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_mcp_get() {}

fn main() {}
