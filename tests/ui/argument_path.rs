//! A path is no plain word as it is.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(flag = "--file")] file: std::path::PathBuf);

fn main() {}
