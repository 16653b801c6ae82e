//! A variant of an enum of words has no fields.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    Todo,
    Other,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
