//! An image is a plain name.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1"), satisfies = "speech")]
fn word_get();
