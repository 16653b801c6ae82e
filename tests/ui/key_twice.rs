//! A key is said once.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", title = "Say", title = "Speak")]
fn word_get() {}

fn main() {}
