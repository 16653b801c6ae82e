//! A shared value is used from several threads.
#![allow(unused)]

use std::cell::Cell;

use toolnode::{State, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: State<Cell<u8>>) {}

fn main() {}
