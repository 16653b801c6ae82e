//! What a command prints is known.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "xml", satisfies = "speech")]
fn word_get();

fn main() {}
