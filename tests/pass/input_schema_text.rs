//! A schema that is written by hand is a constant text.

use toolnode::tool;

const SCHEMA: &str = r#"{"type": "object"}"#;

/// A word: say it.
#[tool(satisfies = "speech", input_schema = SCHEMA)]
fn word_get() {}
