//! A schema that is written by hand is that of an object.

use toolnode::tool;

/// A word: say it.
#[tool(satisfies = "speech", input_schema = r#"{"type": "object", "properties": {"word": {"type": "object"}}}"#)]
fn word_get(word: serde_json::Value) {}
