//! A command is lent nothing.
#![allow(unused)]

use toolnode::{State, tool};

struct Mouth;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(mouth: State<Mouth>);

fn main() {}
