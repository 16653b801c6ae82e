//! A function with a body is no command.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", shell = "say")]
fn word_get() {}

fn main() {}
