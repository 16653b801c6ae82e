//! A lower bound below zero admits a dash.
#![allow(unused)]

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(min = -3, max = 3)]
struct Times(i8);

/// A word: say it.
#[tool(shell = "say", satisfies = "speech")]
fn word_get(#[arg(positional = 0)] times: Times);

fn main() {}
