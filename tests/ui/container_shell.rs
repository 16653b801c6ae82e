//! No shell is run in a container either.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", command = "say *.txt"), satisfies = "speech")]
fn word_get();

fn main() {}
