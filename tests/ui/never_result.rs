//! A tool comes back.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get() -> ! {
    loop {}
}

fn main() {}
