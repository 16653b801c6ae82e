//! What a schema cannot say about a node.
//!
//! These checks work on the tree and not on the value, so that they say everything that is wrong even where
//! something else already is. What has the wrong shape is passed over here: the schema has told of it.

mod argv;
mod arms;
mod head;
mod ports;
mod rest;

use std::collections::HashMap;

use crate::source::{Faults, Node, Value};

/// Adds everything that is wrong.
pub(super) fn check(root: &Node, faults: &mut Faults<'_>) {
    head::check(root, faults);
    if let Some(invoke) = root.entry("invoke") {
        arms::check(invoke, faults);
    }
    if let Some(io) = root.get("io") {
        ports::check(io, faults);
        argv::check(io, faults);
    }
    rest::check(root, faults);
}

/// Each of these names may stand once.
fn check_unique<'n>(names: impl Iterator<Item = &'n Node>, what: &str, faults: &mut Faults<'_>) {
    let mut seen = HashMap::new();
    for node in names {
        let Some(name) = node.as_str() else { continue };
        if let Some(first) = seen.get(name) {
            let message = format!("{what} `{name}` is there twice");
            let help = format!("it stands in line {} already", faults.line(*first));
            faults.invalid_with(node.span, message, help);
        } else {
            seen.insert(name, node.span);
        }
    }
}

/// The items of a list that are strings.
fn strings(list: Option<&Node>) -> impl Iterator<Item = (&Node, &str)> {
    let items = list.map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| item.as_str().map(|text| (item, text)))
}

/// Whether a list or table has nothing in it.
fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Array(items) => items.is_empty(),
        Value::Table(entries) => entries.is_empty(),
        _ => false,
    }
}
