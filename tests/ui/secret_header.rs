//! What is secret is repeated in no header.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret, header = "Word")] word: String) {}

fn main() {}
