//! A tool has no generic parameters.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get<T: ToString>(word: T) {}

fn main() {}
