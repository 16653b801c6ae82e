//! A tool satisfies one skill or more.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(read_only)]
fn word_get() {}

fn main() {}
