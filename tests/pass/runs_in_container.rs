//! Nor is one in a container.

use toolnode::{ArgvType, tool};

#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$")]
struct Word(String);

/// A word: say it.
#[tool(container(image = "speech:1", command = "say"), satisfies = "speech")]
fn word_get(#[arg(positional = 0)] word: Word);
