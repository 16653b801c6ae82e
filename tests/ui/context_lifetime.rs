//! The context is lent for one call.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_say(context: &'static Context) {}

fn main() {}
