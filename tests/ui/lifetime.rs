//! A lifetime is a generic parameter too.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get<'a>(context: &'a Context) {}

fn main() {}
