//! A number on a command line is whole.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
struct Word(f64);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
