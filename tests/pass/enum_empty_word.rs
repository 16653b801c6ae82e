//! A word of an enum is not empty.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    Todo,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
