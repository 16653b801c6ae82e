//! A word of an enum belongs to one variant.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Word {
    Todo,
    #[serde(rename = "open")]
    Open,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
