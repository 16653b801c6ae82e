//! A name has no version: the service has one.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech")]
fn word_get_v2() {}

fn main() {}
