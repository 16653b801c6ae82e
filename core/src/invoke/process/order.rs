//! What a supervisor is asked to run.

use std::ffi::OsString;
use std::path::PathBuf;

/// A command to run, and how to look after what it leaves elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::invoke) struct Order {
    /// The program and its words.
    pub(in crate::invoke) words: Vec<OsString>,
    /// The folder it runs in.
    pub(in crate::invoke) cwd: PathBuf,
    /// Its whole environment.
    pub(in crate::invoke) env: Vec<(OsString, OsString)>,
    /// What is no descendant of it, but of an engine.
    pub(in crate::invoke) container: Option<Removal>,
}

/// Two commands by which a container is removed that was not left to end by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::invoke) struct Removal {
    /// Removes it, running or not.
    pub(in crate::invoke) remove: Vec<OsString>,
    /// Succeeds as long as it is there.
    pub(in crate::invoke) look: Vec<OsString>,
}
