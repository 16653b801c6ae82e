//! A shared value is there or the server does not start.
#![allow(unused)]

use toolnode::{State, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: Option<State<String>>) {}

fn main() {}
