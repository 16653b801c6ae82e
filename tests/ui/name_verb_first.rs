//! A name begins with its subject.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn get_word() {}

fn main() {}
