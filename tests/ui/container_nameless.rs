//! A container has an image.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(command = "say"), satisfies = "speech")]
fn word_get();

fn main() {}
