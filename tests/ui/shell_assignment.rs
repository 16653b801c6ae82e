//! A variable is not set as a shell does it.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "VOICE=soft say", satisfies = "speech")]
fn word_get();

fn main() {}
