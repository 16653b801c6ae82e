//! What a tool takes, where its types do not say it all.

use serde_json::{Map, Value};
use toolnode::tool;

// ANCHOR: schema
/// A contact: how somebody can be reached; its schema is written by hand.
#[tool(
    satisfies = "conformance",
    read_only,
    input_schema = include_str!("contact.schema.json"),
    allow_name = "the official suite calls it so"
)]
#[allow(non_snake_case, reason = "the names are the schema's")]
fn json_schema_2020_12_tool(
    name: Option<String>,
    address: Option<Map<String, Value>>,
    contactMethod: Option<String>,
) -> String {
    let (name, method) = (name.unwrap_or_default(), contactMethod.unwrap_or_default());
    format!("{name} {method} {}", Value::from(address.unwrap_or_default()))
}
// ANCHOR_END: schema

// ANCHOR: header
/// A word: clients repeat it in a header, by which a proxy can tell where the call goes.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_custom_header(
    /// The word.
    #[arg(header = "Value")]
    value: String,
) -> String {
    value
}
// ANCHOR_END: header
