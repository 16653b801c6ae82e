//! A default is shown to the caller.
#![allow(unused)]

use toolnode::tool;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default = Word)] word: Word) {}

fn main() {}
