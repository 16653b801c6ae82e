//! An enum of words has words.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
