//! Some exit status is success.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", exit(ok = []), satisfies = "speech")]
fn word_get();

fn main() {}
