//! The stock, as tools: some are functions here, some are commands in `tools/`.
#![forbid(unsafe_code)]

use schemars::JsonSchema;
use serde::Serialize;
use toolnode::tool;

// ANCHOR: instance
toolnode::instance! { name = "stock" }
// ANCHOR_END: instance

/// How much there is of a thing.
#[derive(Serialize, JsonSchema)]
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// How many.
    pub count: u32,
}

/// An item: list what is in stock, with how much there is of it.
#[tool(satisfies = "stock-keeping", read_only)]
fn item_list() -> Vec<Item> {
    vec![Item { name: "beans", count: 12 }, Item { name: "rice", count: 7 }]
}
