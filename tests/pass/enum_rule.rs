//! A rule for renaming is known.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[serde(rename_all = "kebab-case")]
enum Word {
    InProgress,
}

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
