//! What should be linked into the binary and is not: crates go missing without a word, since the linker drops what nothing
//! mentions.

use std::collections::BTreeSet;

use super::function::path;
use super::{Contribution, Origin};
use crate::registry::Linked;

/// Something that should be linked and is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The function's path, `crate::module::function`, or the crate.
    pub what: String,
    /// Where it is said that it should be.
    pub origin: Origin,
    /// What to do.
    pub message: String,
}

/// Functions that `in_process.expect` names, and crates that `link!` names, of which nothing is there. A function that a node
/// file names is left to that node.
pub(super) fn missing(contributions: &[Contribution], linked: &Linked) -> Vec<Missing> {
    let functions: BTreeSet<String> = linked.tools.iter().map(|tool| path(tool)).collect();
    let crates: BTreeSet<&str> =
        linked.tools.iter().filter_map(|tool| tool.place.module.split("::").next()).collect();
    let nodes = contributions.iter().flat_map(|contribution| &contribution.nodes);
    let named: BTreeSet<&str> = nodes
        .filter_map(|file| file.node.invoke.in_process.as_ref())
        .map(|in_process| in_process.module.as_str())
        .collect();

    let expected = contributions.iter().flat_map(|contribution| &contribution.expected);
    let expected = expected
        .filter(|(path, _)| !functions.contains(path) && !named.contains(path.as_str()))
        .map(|(path, location)| Missing {
            what: path.clone(),
            origin: Origin::File(location.clone()),
            message: format!(
                "the function {path} is expected by `in_process.expect` and is not linked into this binary; link its crate with `toolnode::link!({})`, or remove it from the list",
                path.split("::").next().unwrap_or(path)
            ),
        });
    let empty = linked.crates.iter().filter(|link| !crates.contains(link.name));
    let empty = empty.map(|link| Missing {
        what: link.name.to_owned(),
        origin: Origin::Function(link.place),
        message: format!(
            "the crate {} is named in `link!` and brings no tool; mark its functions with #[tool], or remove it there",
            link.name
        ),
    });
    let mut missing: Vec<_> = expected.chain(empty).collect();
    missing.sort_by_cached_key(|missing| (missing.what.clone(), missing.origin.to_string()));
    missing.dedup();
    missing
}
