//! The context is lent for one call.
#![allow(unused)]

use toolnode::{Context, tool};

/// A word: say it.
#[tool(satisfies = "speech")]
fn word_get(context: &'static Context) {}

fn main() {}
