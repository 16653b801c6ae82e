//! A shared value is used from several threads.

use std::sync::Mutex;

use toolnode::{State, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(word: State<Mutex<u8>>) {}
