//! The doc comment is what the caller is told.
#![allow(unused)]

use toolnode::tool;

#[tool(satisfies = "speech")]
fn word_get() {}

fn main() {}
