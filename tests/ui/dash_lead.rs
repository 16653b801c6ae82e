//! A declared dash is that single word.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z-]+$")]
struct File(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0, lead = ["-"])] file: File);

fn main() {}
