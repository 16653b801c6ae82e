//! A word is not generic.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word<T>(T);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word<u8>);

fn main() {}
