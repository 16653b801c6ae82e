//! Nodes between which a model cannot choose: the same inputs and outputs, for the same skill.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::summaries::some_of;
use super::{Finding, Level};
use crate::assemble::Entry;
use crate::node::ToolNode;

/// A finding for each node without `selection` that has such a neighbour.
pub(super) fn findings(entries: &[Arc<Entry>]) -> Vec<Finding> {
    let mut groups: BTreeMap<(&str, Vec<Port<'_>>), Vec<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        for skill in &entry.node.satisfies {
            groups.entry((skill, ports(&entry.node))).or_default().push(index);
        }
    }
    // By node, so that one that shares several skills with another is told of once.
    let mut peers: BTreeMap<usize, (BTreeSet<usize>, BTreeSet<&str>)> = BTreeMap::new();
    for ((skill, _), indices) in &groups {
        for &index in indices.iter().filter(|index| entries[**index].node.selection.is_none()) {
            let others = indices.iter().copied().filter(|other| *other != index);
            let mut others = others.peekable();
            if others.peek().is_some() {
                let known = peers.entry(index).or_default();
                known.0.extend(others);
                known.1.insert(skill);
            }
        }
    }
    let finding = |(index, (others, skills)): (usize, (BTreeSet<usize>, BTreeSet<&str>))| {
        let entry = &entries[index];
        let others: Vec<_> =
            others.iter().map(|other| format!("`{}`", entries[*other].node.id)).collect();
        let skills: Vec<_> = skills.iter().map(|skill| format!("`{skill}`")).collect();
        let message = format!(
            "`{}` takes and gives the same as {}, for {}, and nothing says when to choose which",
            entry.node.id,
            some_of(&others),
            some_of(&skills)
        );
        // To take nothing and to give text is no likeness that need mean anything.
        let says_nothing = entry.node.io.inputs.is_empty() && entry.node.io.outputs.is_empty();
        let level = if says_nothing { Level::Note } else { Level::Warning };
        Finding::of(entry, level, "same-io", message)
            .propose("`selection`, which says when to choose it")
    };
    peers.into_iter().map(finding).collect()
}

/// A port as far as a caller can tell it from another.
type Port<'a> = (bool, &'a str, &'a str, bool, bool);

/// Inputs and outputs, whatever their order and however they reach the command. Types are compared by their IRIs, which
/// short names have been replaced by.
fn ports(node: &ToolNode) -> Vec<Port<'_>> {
    let inputs = node.io.inputs.iter().map(|input| {
        let ty = input.schema.as_deref().or(input.type_name.as_deref()).unwrap_or_default();
        (true, input.name.as_str(), ty, input.required, input.repeated)
    });
    let outputs = node.io.outputs.iter().map(|output| {
        let ty = output.schema.as_deref().or(output.type_name.as_deref()).unwrap_or_default();
        (false, output.name.as_str(), ty, output.required, output.whole)
    });
    let mut ports: Vec<_> = inputs.chain(outputs).collect();
    ports.sort_unstable();
    ports
}
