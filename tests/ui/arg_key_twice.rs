//! A key of `#[arg(…)]` is said once.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret, secret = false)] word: String) {}

fn main() {}
