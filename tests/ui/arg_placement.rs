//! A function with a body has no command line.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(flag = "--word")] word: String) {}

fn main() {}
