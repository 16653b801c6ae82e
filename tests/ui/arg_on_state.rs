//! A shared value is no input.
#![allow(unused)]

use toolnode::{State, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(secret)] word: State<String>) {}

fn main() {}
