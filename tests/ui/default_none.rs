//! A type without a default of its own.
#![allow(unused)]

use toolnode::tool;

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Word;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(default)] word: Word) {}

fn main() {}
