//! A parameter is always there.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[cfg(unix)] word: String) {}

fn main() {}
