//! A word is a value.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
struct Word;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
