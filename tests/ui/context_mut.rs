//! The context is not changed.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &mut Context) {}

fn main() {}
