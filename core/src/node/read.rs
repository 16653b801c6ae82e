//! Reading a node: its tree against the schema, what the schema cannot say, and then the value.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

use crate::fault::{Fault, FaultKind, Location};
use crate::node::{ToolNode, semantics};
use crate::source::{self, Checker, Format, Node, Parsed, Source, Span};

/// A node that was read without a fault.
#[derive(Clone, Debug)]
pub struct LoadedNode {
    /// The node.
    pub node: ToolNode,
    /// Where its id is written.
    pub location: Location,
}

/// A file that should be a node (or a types document, or hold some), and is not.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The node's id, where it could be read.
    pub id: Option<String>,
    /// Where the id is written; otherwise the whole file or folder.
    pub location: Location,
    /// Everything that is wrong, in the order of the file; one or more.
    pub faults: Vec<Fault>,
}

/// Reads a node from a file whose extension says its format: `toml`, `yaml`, `yml` or `json`.
///
/// `shown` is the path that people see in messages.
///
/// # Errors
///
/// All faults of the file at once: that it cannot be read (missing, a folder, larger than 1 MiB, not
/// UTF-8), that it is not in its format, and each departure from the model, with its place.
pub fn read_file(path: &Path, shown: &Path) -> Result<LoadedNode, Unread> {
    let whole = |fault| Unread { id: None, location: Location::whole(shown), faults: vec![fault] };
    let Some(format) = Format::of(path) else {
        return Err(whole(Fault {
            location: Location::whole(shown),
            kind: FaultKind::Unreadable,
            message: "the file's name does not say its format".into(),
            help: Some("end it in .toml, .yaml, .yml or .json".into()),
        }));
    };
    read_source(&source::read(path, format, shown).map_err(whole)?)
}

/// Reads a node from text. See [`read_file`].
///
/// # Errors
///
/// All faults of the text at once.
pub fn read_str(text: &str, format: Format, shown: &Path) -> Result<LoadedNode, Unread> {
    read_source(&Source::new(text.to_owned(), format, shown))
}

/// The place of a value of a file that was read before, by JSON pointer (RFC 6901).
///
/// Trees are not kept: ten thousand nodes stay small, and the few that are complained about are read again.
/// Where the pointer leads to nothing, the place is that of the nearest value around it; `None` if the file
/// cannot be read any more.
pub fn locate(path: &Path, shown: &Path, pointer: &str) -> Option<Location> {
    let source = source::read(path, Format::of(path)?, shown).ok()?;
    let root = source::parse(&source).root?;
    let mut pointer = pointer;
    let (_, node) = loop {
        match root.pointer(pointer) {
            Some(found) => break found,
            None => pointer = pointer.rsplit_once('/')?.0,
        }
    };
    Some(source.location(source.head(node.span)))
}

/// The JSON Schema (2020-12) of a node, derived from [`ToolNode`].
pub fn schema() -> &'static Value {
    CHECKER.schema()
}

static CHECKER: LazyLock<Checker> = LazyLock::new(|| {
    Checker::new(
        source::generate::<ToolNode>(),
        &[
            ("/$defs/Arg", "one of { flag, joined? }, { positional, lead? } and { stdin = true }"),
            ("/$defs/Shell", "a string of words or a list of words"),
        ],
    )
});

fn read_source(source: &Source) -> Result<LoadedNode, Unread> {
    let Parsed { root, mut faults, whole } = source::parse(source);
    let id = root.as_ref().and_then(|root| root.get("id"));
    let location = id.map_or_else(
        || Location::whole(&*source.location(Span::default()).path),
        |id| source.location(source.head(id.span)),
    );
    let id = id.and_then(Node::as_str).map(str::to_owned);
    if whole
        && let Some(root) = &root
        && let Some(node) = source::checked(root, &CHECKER, semantics::check, &mut faults)
    {
        return Ok(LoadedNode { node, location });
    }
    Err(Unread { id, location, faults: faults.finish() })
}
