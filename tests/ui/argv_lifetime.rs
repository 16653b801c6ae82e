//! A word borrows nothing.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
struct Word<'a>(&'a str);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word<'static>);

fn main() {}
