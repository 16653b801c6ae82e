//! No shell is run in a container either.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", command = "say words.txt"), satisfies = "speech")]
fn word_get();
