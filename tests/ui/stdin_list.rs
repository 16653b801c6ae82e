//! Standard input takes one value.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(stdin)] lines: Vec<String>);

fn main() {}
