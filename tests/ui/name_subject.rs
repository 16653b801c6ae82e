//! A name has a subject.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn get() {}

fn main() {}
