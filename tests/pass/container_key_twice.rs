//! A key of a container is said once.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1"), satisfies = "speech")]
fn word_get();
