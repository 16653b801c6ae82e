//! A command is not async.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
async fn word_get();

fn main() {}
