//! A shop: its own tools, those of its stock, and those of the units that both count in.

use schemars::JsonSchema;
use serde::Serialize;
use toolnode::tool;

// ANCHOR: link
toolnode::link!(stock_tools);
// ANCHOR_END: link

/// What the shop sells.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// Its name.
    name: &'static str,
    /// Its price in cents.
    price: u32,
}

/// An item: list what the shop sells, with prices.
#[tool(satisfies = "selling", read_only)]
fn item_list() -> Vec<Item> {
    vec![Item { name: "beans", price: 120 }, Item { name: "rice", price: 90 }]
}

toolnode::main!();
