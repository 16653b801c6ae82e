//! A function whose name makes no id.
#![allow(unused)]

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech")]
#[allow(non_snake_case)]
fn wordSay() {}

fn main() {}
