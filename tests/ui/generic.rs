//! A tool has no generic parameters.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say<T: ToString>(word: T) {}

fn main() {}
