//! A word of an enum is a plain one.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    #[serde(rename = "in progress")]
    InProgress,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
