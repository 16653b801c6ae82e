//! Programs are strings.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", requires(runtime = git))]
fn word_get() {}

fn main() {}
