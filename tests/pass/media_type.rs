//! A media type is that of bytes.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "bytes", media_type = "audio/wav", satisfies = "speech")]
fn word_get();
