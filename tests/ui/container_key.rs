//! The keys of a container are known.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", volumes = ["words"]), satisfies = "speech")]
fn word_get();

fn main() {}
