//! The keys for exit statuses are known.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(okay = [0]), satisfies = "speech")]
fn word_get();

fn main() {}
