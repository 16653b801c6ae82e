//! What is mounted is of the instance.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", mounts = ["../words"]), satisfies = "speech")]
fn word_get();

fn main() {}
