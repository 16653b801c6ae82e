//! An input has a name.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(#[arg(name = "")] word: String) {}

fn main() {}
