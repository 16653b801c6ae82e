//! A parameter has a name, used or not.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(_: String) {}

fn main() {}
