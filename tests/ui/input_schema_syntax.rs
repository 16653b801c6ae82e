//! A schema that is written by hand is JSON.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", input_schema = r#"{"type": "object", "properties": {"word": {}},}"#)]
fn word_get(word: String) {}

fn main() {}
