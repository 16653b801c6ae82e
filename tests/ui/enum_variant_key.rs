//! A variant has no keys of its own.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    #[argv(pattern = "^a$")]
    Todo,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
