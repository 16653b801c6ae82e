//! The name of a header is not empty.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "")] word: String) {}

fn main() {}
