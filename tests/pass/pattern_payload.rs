//! A pattern admits no payload.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^https?://[A-Za-z0-9_./:@%+=,-]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--word", joined)] word: Word);
