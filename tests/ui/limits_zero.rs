//! A limit lets something through.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(seconds = 0))]
fn word_get() {}

fn main() {}
