//! An attribute of a type has keys.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv()]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
