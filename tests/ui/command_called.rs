//! A command is not called from Rust.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get();

fn call() {
    word_get();
}

fn main() {}
