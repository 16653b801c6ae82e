//! A media type is that of bytes.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", media_type = "audio/wav", satisfies = "speech")]
fn word_get();

fn main() {}
