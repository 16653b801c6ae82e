//! No input is a program on standard input.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "bash", satisfies = "speech")]
fn word_get(#[arg(stdin)] text: String);

fn main() {}
