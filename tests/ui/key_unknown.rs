//! A key that is nearly one.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfied = "speech")]
fn word_get() {}

fn main() {}
