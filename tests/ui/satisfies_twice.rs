//! A skill is said once.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = ["speech", "speech"])]
fn word_get() {}

fn main() {}
