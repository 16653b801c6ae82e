//! A flag without a value is there or not.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--loud")] loud: Vec<bool>);

fn main() {}
