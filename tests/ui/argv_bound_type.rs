//! A bound is an integer.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(max = 2.5)]
struct Word(u8);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
