//! A container has keys of its own.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1"), satisfies = "speech")]
fn word_get();
