//! A flag without a value has nothing to be joined to.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--loud", joined)] loud: bool);

fn main() {}
