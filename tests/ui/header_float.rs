//! A number with a fraction cannot be repeated in a header.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(#[arg(header = "Volume")] volume: f64) {}

fn main() {}
