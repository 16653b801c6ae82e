//! An empty list names no skill.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = [])]
fn word_get() {}

fn main() {}
