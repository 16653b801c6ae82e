//! A word is one value.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
struct Word {
    first: String,
    second: String,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
