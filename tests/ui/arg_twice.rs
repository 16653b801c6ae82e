//! A parameter has one `#[arg(…)]`.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(name = "said")] #[arg(default)] word: String) {}

fn main() {}
