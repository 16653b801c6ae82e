//! What a schema cannot say about `toolnode.toml`.

use toolnode_rules::name;

use crate::source::{Faults, Node, Span, hidden};
use crate::types::iri;

pub(super) fn check(root: &Node, faults: &mut Faults<'_>) {
    let text = |table: &str, key: &str| {
        let node = root.get(table)?.get(key)?;
        Some((node.span, node.as_str()?))
    };
    if let Some((span, name)) = text("instance", "name")
        && let Err(refused) = name::check_id(name)
    {
        let help = match refused.proposal() {
            Some(proposal) => format!("write `{proposal}`"),
            None => "write lower-case letters, digits and `-`, a letter first".into(),
        };
        faults.invalid_with(span, format!("`{name}` cannot be the name of an instance"), help);
    }
    if let Some((span, prefix)) = text("instance", "prefix")
        && name::served_name(Some(prefix), "x").is_err()
    {
        let help = "write a few lower-case letters, digits and `_`, a letter first";
        faults.invalid_with(
            span,
            format!("`{prefix}` cannot be the prefix of a served name"),
            help,
        );
    }
    if let Some((span, base)) = text("instance", "base")
        && (!iri::is_absolute(base) || base.contains('#'))
    {
        let help = "write it as in `https://example.org/harness/`";
        faults.invalid_with(span, "`base` must be an absolute IRI without a fragment", help);
    }
    for key in ["version", "title", "description"] {
        if let Some((span, prose)) = text("instance", key)
            && let Some((message, help)) = hidden(prose)
        {
            faults.invalid_with(span, message, help);
        }
    }
    for (span, path) in paths(root) {
        if !is_inside(path) {
            let help = "write a relative path without `..`";
            faults.invalid_with(
                span,
                format!("the path `{path}` leaves the instance's folder"),
                help,
            );
        }
    }
    for entry in root.get("verbs").map(Node::entries).unwrap_or_default() {
        if !entry.key.bytes().all(|byte| byte.is_ascii_lowercase()) || entry.key.is_empty() {
            let help = "write one word in lower-case letters";
            faults.invalid_with(entry.key_span, format!("`{}` cannot be a verb", entry.key), help);
        }
        if entry.value.as_str().is_some_and(|reason| reason.trim().is_empty()) {
            let help = "say why none of the usual verbs will do";
            faults.invalid_with(
                entry.value.span,
                format!("the verb `{}` has no reason", entry.key),
                help,
            );
        }
    }
    for entry in root.get("runtimes").map(Node::entries).unwrap_or_default() {
        let program = entry.value.get("probe").and_then(|probe| probe.items().first());
        if let Some(program) = program
            && program.as_str().is_some_and(str::is_empty)
        {
            faults.invalid_with(
                program.span,
                "the command is empty",
                "write a program and its arguments",
            );
        }
    }
}

/// Every path in `[paths]`.
fn paths(root: &Node) -> impl Iterator<Item = (Span, &str)> {
    let values =
        root.get("paths").map(Node::entries).unwrap_or_default().iter().map(|entry| &entry.value);
    values
        .flat_map(|value| std::iter::once(value).chain(value.items()))
        .filter_map(|node| Some((node.span, node.as_str()?)))
}

fn is_inside(path: &str) -> bool {
    let is_relative = !path.is_empty() && !path.starts_with('/') && !path.contains(['\\', '\0']);
    is_relative && path.split('/').all(|segment| segment != "..")
}
