//! A default has the type of the parameter.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default = 5)] word: String) {}

fn main() {}
