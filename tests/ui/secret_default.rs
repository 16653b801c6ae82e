//! What is secret has no default, which would be served.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret, default)] word: String) {}

fn main() {}
