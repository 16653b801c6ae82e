//! A rule for renaming is known.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[serde(rename_all = "Kebab-Case")]
enum Word {
    InProgress,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);

fn main() {}
