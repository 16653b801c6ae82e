//! The doc comment is read, not computed.
#![allow(unused)]

use toolnode::tool;

#[doc = concat!("A word: ", "say it.")]
#[tool(satisfies = "speech")]
fn word_get() {}

fn main() {}
