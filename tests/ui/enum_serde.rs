//! Of serde, names are read.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    #[serde(alias = "open")]
    Todo,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
