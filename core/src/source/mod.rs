//! What people write, as one tree with a span for each key and value, whatever the format.
//!
//! Everything that is read from disk (nodes, `toolnode.toml`, types documents) goes through here, so
//! that a fault looks the same wherever it is: bytes → [`Source`] → [`Parsed`] → faults with places.

mod check;
mod faults;
mod file;
mod json;
mod schema;
mod sink;
#[cfg(test)]
mod tests;
mod toml;
mod tree;
mod wording;
mod yaml;

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::fault::Fault;

pub(crate) use check::Checker;
pub(crate) use faults::Faults;
pub(crate) use file::{MAX_BYTES, Source, read, reason, why_missing};
pub(crate) use schema::generate;
pub(crate) use tree::{Entry, Node, Span, Value};
pub(crate) use wording::{did_you_mean, hidden, listed};

/// Levels of nesting that are read. A node needs six; the bound keeps recursion off the stack's end.
pub(crate) const MAX_DEPTH: usize = 64;

/// A format in which a file may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// TOML 1.0.
    Toml,
    /// YAML 1.2, core schema; one document; no anchors, aliases, tags or merge keys.
    Yaml,
    /// JSON as in RFC 8259: no comments, no trailing commas.
    Json,
}

impl Format {
    /// The format that a file name's extension says: `toml`, `yaml`, `yml` or `json`.
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "toml" => Some(Self::Toml),
            "yaml" | "yml" => Some(Self::Yaml),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// What a parser made of a source.
#[derive(Debug)]
pub(crate) struct Parsed<'s> {
    /// The tree; where `whole` is false, what could be made out of it.
    pub(crate) root: Option<Node>,
    /// Everything that is wrong so far.
    pub(crate) faults: Faults<'s>,
    /// Whether the tree is all that was written, so that looking for what is missing makes sense.
    pub(crate) whole: bool,
}

/// Parses a source in its format.
pub(crate) fn parse(source: &Source) -> Parsed<'_> {
    if source.body().trim().is_empty() {
        let mut faults = Faults::new(source);
        faults.unreadable(Span::default(), "the file is empty", None);
        return Parsed { root: None, faults, whole: false };
    }
    match source.format() {
        Format::Toml => toml::parse(source),
        Format::Yaml => yaml::parse(source),
        Format::Json => json::parse(source),
    }
}

/// What a source says, with its tree; or all that is wrong: with the text, by the schema, and by `semantics`, which knows what no
/// schema can say.
pub(crate) fn load<T: DeserializeOwned>(
    source: &Source,
    checker: &Checker,
    semantics: fn(&Node, &mut Faults<'_>),
) -> Result<(T, Node), Vec<Fault>> {
    let Parsed { root, mut faults, whole } = parse(source);
    let Some(root) = root.filter(|_| whole) else { return Err(faults.finish()) };
    match checked(&root, checker, semantics, &mut faults) {
        Some(value) => Ok((value, root)),
        None => Err(faults.finish()),
    }
}

/// The value of a tree, unless something is wrong with it.
pub(crate) fn checked<T: DeserializeOwned>(
    root: &Node,
    checker: &Checker,
    semantics: fn(&Node, &mut Faults<'_>),
    faults: &mut Faults<'_>,
) -> Option<T> {
    let value = root.to_json();
    checker.check(root, &value, faults);
    semantics(root, faults);
    if faults.is_empty() { build(root, value, faults) } else { None }
}

/// The value of a tree that its schema admits. What the schema could not say (the range of a number) is a fault here.
fn build<T: DeserializeOwned>(
    root: &Node,
    value: serde_json::Value,
    faults: &mut Faults<'_>,
) -> Option<T> {
    match serde_path_to_error::deserialize(value) {
        Ok(built) => Some(built),
        Err(error) => {
            let pointer: String = error.path().iter().map(pointer_token).collect();
            let span = root.pointer(&pointer).map_or(root.span, |(_, node)| node.span);
            let message = match check::dotted(&pointer) {
                path if path.is_empty() => error.inner().to_string(),
                path => format!("`{path}`: {}", error.inner()),
            };
            faults.invalid(span, message);
            None
        }
    }
}

fn pointer_token(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    }
}
