//! What is mounted is of the instance.

use toolnode::tool;

/// A word: say it.
#[tool(container(image = "speech:1", mounts = ["words"]), satisfies = "speech")]
fn word_get();
