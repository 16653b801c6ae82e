//! What goes to standard input is described.
#![allow(unused)]

use toolnode::tool;

struct Prose(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(stdin)] text: Prose);

fn main() {}
