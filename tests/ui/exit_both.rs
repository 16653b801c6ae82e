//! An exit status means one thing.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(undetermined = [0]), satisfies = "speech")]
fn word_get();

fn main() {}
