//! Limits are keys of their own.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits = 5)]
fn word_get() {}

fn main() {}
