//! An id that is given follows the rule, too.
#![allow(unused)]

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", id = "fetch-word")]
fn word_get() {}

fn main() {}
