//! A fault in something that was read: what, where, and what to write instead.

mod render;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use render::render;

/// What kind of fault it is; it decides the reason code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// The file or folder could not be read as what it should be: missing, too large, not UTF-8, not TOML.
    Unreadable,
    /// It was read, and what it says is not a node (or not a types document, not an instance).
    Invalid,
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The file, as it is shown to people.
    pub path: Arc<Path>,
    /// Line from 1; 0 where the whole file or folder is meant.
    pub line: u32,
    /// Column from 1, in characters; 0 where the whole file or folder is meant.
    pub column: u32,
    /// First byte and the byte after the last, from the start of the file, for excerpts.
    pub span: (usize, usize),
}

impl Location {
    /// The whole file or folder.
    pub fn whole(path: impl Into<PathBuf>) -> Self {
        Self { path: Arc::from(path.into()), line: 0, column: 0, span: (0, 0) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        Ok(())
    }
}

/// Something that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Where.
    pub location: Location,
    /// What kind.
    pub kind: FaultKind,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.message)?;
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
