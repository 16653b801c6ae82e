//! A name ends with a verb of the closed set.

use toolnode::tool;

/// A word: give it.
#[tool(satisfies = "speech", verb_reason = "a word is whispered and not merely given")]
fn word_whisper() {}
