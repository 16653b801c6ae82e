//! A command has no schema that is written by hand.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech", input_schema = r#"{"type": "object"}"#)]
fn word_get();

fn main() {}
