//! The keys of a container are known.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", mounts = ["words"]), satisfies = "speech")]
fn word_get();
