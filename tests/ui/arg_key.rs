//! A key of `#[arg(…)]` that is nearly one.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(#[arg(defualt)] word: String) {}

fn main() {}
