//! What goes before the name of a header is not in it.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Mcp-Param-Word")] word: String) {}

fn main() {}
