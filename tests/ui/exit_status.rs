//! An exit status is from 0 to 255.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = [0, 256]), satisfies = "speech")]
fn word_get();

fn main() {}
