//! All mistakes of one command are reported at once.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "[a-z]+")]
struct Word(String);

#[tool(shell = "say > log", exit(okay = 1), satisfies = "speech")]
fn word_get(
    #[arg(flag = "word")] word: Word,
    #[arg(positional = 1)] voice: Word,
    text: String,
);

/// A word: whisper it.
#[tool(shell = "whisper", satisfies = "speech")]
fn words_update(
    #[arg(positional = 0)] words: Vec<Word>,
    #[arg(positional = 1)] times: i8,
    #[arg(flag = "--voice")] voice: String,
);

fn main() {}
