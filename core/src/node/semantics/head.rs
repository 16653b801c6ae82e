//! `id`, `title`, `summary`, `satisfies`: what the node is called and says of itself.

use toolnode_rules::name;

use crate::node::semantics::{check_unique, strings};
use crate::source::{Faults, Node, hidden};

pub(super) fn check(root: &Node, faults: &mut Faults<'_>) {
    if let Some((node, id)) = root.get("id").and_then(|node| Some((node, node.as_str()?)))
        && let Err(fault) = name::served_name(None, id)
    {
        faults.invalid(node.span, fault.to_string());
    }
    if let Some(summary) = root.get("summary")
        && summary.as_str().is_some_and(|text| text.trim().is_empty())
    {
        let help = "say what the tool does: it is what a model reads";
        faults.invalid_with(summary.span, "the summary is empty", help);
    }
    for key in ["title", "summary"] {
        check_prose(root.get(key), faults);
    }
    let skills = root.get("satisfies");
    check_unique(strings(skills).map(|(node, _)| node), "the skill", faults);
    for (node, skill) in strings(skills) {
        if skill.trim().is_empty() {
            faults.invalid(node.span, "the name of the skill is empty");
        }
    }
}

/// Text that is served.
pub(super) fn check_prose(node: Option<&Node>, faults: &mut Faults<'_>) {
    if let Some(node) = node
        && let Some((message, help)) = node.as_str().and_then(hidden)
    {
        faults.invalid_with(node.span, message, help);
    }
}
