//! A key of `#[arg(…)]` that is nearly one.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(defualt)] word: String) {}

fn main() {}
