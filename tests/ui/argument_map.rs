//! A map is no word.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] facts: std::collections::BTreeMap<String, String>);

fn main() {}
