//! From a served node to the declaration that `tools/list` gives.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};

use crate::project::{Node, Projection};

/// The declarations of a projection, in its order. Built once, never per call.
pub(crate) fn tools(projection: &Projection) -> Vec<Tool> {
    projection.nodes.iter().map(|node| tool(node)).collect()
}

pub(crate) fn tool(node: &Node) -> Tool {
    let declared = &node.entry.node;
    let mut tool =
        Tool::new(node.name.clone(), declared.summary.clone(), Arc::clone(&node.input_schema));
    tool.title = declared.title.clone().filter(|title| !repeats(title, &node.name, &declared.id));
    tool.output_schema =
        node.output_schema.as_ref().and_then(|schema| schema.as_object().cloned()).map(Arc::new);
    let hints = &declared.annotations;
    if *hints != crate::node::Annotations::default() {
        tool.annotations = Some(ToolAnnotations::from_raw(
            None,
            hints.read_only,
            hints.destructive,
            hints.idempotent,
            hints.open_world,
        ));
    }
    tool
}

/// Whether a title says no more than the name: "Bean list" for `bean_list`.
fn repeats(title: &str, name: &str, id: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let title = plain(title);
    title == plain(name) || title == plain(id)
}
