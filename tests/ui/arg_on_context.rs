//! The context is no input.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret)] context: &Context) {}

fn main() {}
