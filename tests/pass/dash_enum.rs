//! A word of an enum can be an option.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
enum Side {
    #[serde(rename = "left")]
    Left,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] side: Side);
