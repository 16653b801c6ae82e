//! Standard input takes one input.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(stdin)] text: String, #[arg(stdin)] note: String);

fn main() {}
