//! A name tells nothing of who makes what is behind the tool.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn github_word_get() {}

fn main() {}
