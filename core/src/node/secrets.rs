//! Inputs that are secret, and what is shown in their place.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::ToolNode;

/// What stands for a secret where nothing is kept: in what is planned, and in examples.
pub(crate) const STAND_IN: &str = "<secret>";

/// Whether a node has one.
pub(crate) fn has(node: &ToolNode) -> bool {
    node.io.inputs.iter().any(|input| input.secret)
}

/// Whether the input of this name is one.
pub(crate) fn is_one(node: &ToolNode, name: &str) -> bool {
    names(node).any(|secret| secret == name)
}

fn names(node: &ToolNode) -> impl Iterator<Item = &str> {
    node.io.inputs.iter().filter(|input| input.secret).map(|input| input.name.as_str())
}

/// Inputs as they can be shown.
pub(crate) fn shown(node: &ToolNode, inputs: &Map<String, Value>) -> Map<String, Value> {
    let mut shown = inputs.clone();
    for name in names(node) {
        if let Some(value) = shown.get_mut(name) {
            *value = STAND_IN.into();
        }
    }
    shown
}

/// A node as it can be shown: its examples call it, and an input may have a default.
pub(crate) fn shown_node(node: &ToolNode) -> Cow<'_, ToolNode> {
    if !has(node) {
        return Cow::Borrowed(node);
    }
    let mut node = node.clone();
    for input in node.io.inputs.iter_mut().filter(|input| input.secret) {
        input.default = input.default.take().map(|_| STAND_IN.into());
    }
    for at in 0..node.examples.len() {
        node.examples[at].input = shown(&node, &node.examples[at].input);
    }
    Cow::Owned(node)
}

/// Inputs from which an argv that can be shown is built: a secret one is a word that stands for it.
pub(crate) fn veil(
    node: &ToolNode,
    inputs: &Map<String, Value>,
    stand_in: impl Fn(&Value) -> String,
) -> Map<String, Value> {
    let mut veiled = inputs.clone();
    for name in names(node) {
        match veiled.get_mut(name) {
            Some(Value::Array(items)) => {
                for item in items {
                    *item = stand_in(item).into();
                }
            }
            Some(Value::Bool(_)) => drop(veiled.remove(name)),
            Some(value) => *value = stand_in(value).into(),
            None => {}
        }
    }
    veiled
}
