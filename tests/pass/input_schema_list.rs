//! A schema that is written by hand is an object.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", input_schema = r#"{"type": "object"}"#)]
fn word_get() {}
