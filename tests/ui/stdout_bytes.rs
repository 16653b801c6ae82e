//! Bytes have a media type.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "bytes", satisfies = "speech")]
fn word_get();

fn main() {}
