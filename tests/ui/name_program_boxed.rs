//! A name tells nothing of which program is run in a container.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", container(image = "localhost/pandoc:3", command = "pandoc --to=html"))]
fn pandoc_page_get();

fn main() {}
