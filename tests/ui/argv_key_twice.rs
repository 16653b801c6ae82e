//! A key of a type is said once.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$", max_len = 8, max_len = 9)]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
