//! A key for exit statuses is said once.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = 0, ok = 1), satisfies = "speech")]
fn word_get();

fn main() {}
