//! Bytes have a media type.

use toolnode::tool;

/// A word: say it.
#[tool(shell = "say", stdout = "bytes", media_type = "audio/wav", satisfies = "speech")]
fn word_get();
