//! Without a body, a tool is a command.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get();

fn main() {}
