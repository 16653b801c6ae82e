//! `#[arg]` says something.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg] word: String) {}

fn main() {}
