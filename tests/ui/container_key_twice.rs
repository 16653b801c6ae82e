//! A key of a container is said once.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", image = "speech:2"), satisfies = "speech")]
fn word_get();

fn main() {}
