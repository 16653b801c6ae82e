//! All mistakes of one command are reported at once.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(shell = "say", exit(ok = 1), satisfies = "speech")]
fn word_get(
    #[arg(flag = "--word")] word: Word,
    #[arg(positional = 0)] voice: Word,
    #[arg(stdin)] text: String,
);
