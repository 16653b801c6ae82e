//! A container has an image.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", command = "say"), satisfies = "speech")]
fn word_get();
