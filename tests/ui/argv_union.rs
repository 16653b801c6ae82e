//! A word is no union.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
union Word {
    first: u8,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
