//! Bytes are counted.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", limits(output_bytes = 1_500))]
fn word_get() {}
