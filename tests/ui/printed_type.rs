//! What is printed is described.
#![allow(unused)]

use toolnode::tool;

struct Said;

/// A word: say it.
#[tool(shell = "say", stdout = "json", satisfies = "speech")]
fn word_get() -> Said;

fn main() {}
