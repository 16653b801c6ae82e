//! An image is a plain name.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "--privileged"), satisfies = "speech")]
fn word_get();

fn main() {}
