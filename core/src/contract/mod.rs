//! Whether what is declared holds: names, summaries, types, skills, and the functions that are linked.
//!
//! Each row is a function of what was assembled and projected; nothing here reads a file or runs a program.

mod alike;
mod authority;
mod baseline;
#[cfg(feature = "contract")]
mod calls;
mod declaration;
mod exercise;
mod github;
mod linking;
#[cfg(feature = "contract")]
mod lock;
#[cfg(feature = "contract")]
mod locked;
mod names;
#[cfg(feature = "contract")]
mod peer;
mod recorded;
mod report;
mod satisfaction;
#[cfg(feature = "contract")]
mod served;
#[cfg(feature = "contract")]
mod skill_inputs;
mod summaries;
mod text;
mod types;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;

use crate::assemble::{Entry, Namespace, Origin, Owner};
use crate::audit::{ReadError, Verifications};
use crate::authority::Roles;
use crate::fault::Location;
use crate::instance::{Instance, LintLevel, Skills};
use crate::project::Projection;
use crate::registry::{Place, ToolSpec};
use crate::source;

pub use baseline::{Baseline, BaselineError};
#[cfg(feature = "contract")]
pub use lock::{Change, Impact, LOCK, Lock, LockError, Locked, Step, changes, demanded};
#[cfg(feature = "contract")]
pub use locked::{Whose, pinned};
#[cfg(feature = "contract")]
pub use peer::{Address, Generation, PeerError, Said, ask};
pub use report::{Finding, Held, Level, Report, Row, RowName, RowState, Source};

/// Name of the file, beside `toolnode.toml`, with the findings that are known and not yet mended.
pub const BASELINE: &str = "toolnode.baseline.json";

/// An instance that was read: what it asks of itself, and its skills.
#[derive(Clone, Debug)]
pub struct Member {
    /// The instance as the owner of nodes.
    pub owner: Arc<Owner>,
    /// Its `toolnode.toml`, as it is shown to people.
    pub file: PathBuf,
    /// What that says.
    pub settings: Arc<Instance>,
    /// Its skills.
    pub skills: Skills,
}

/// All that is judged.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The nodes.
    pub namespace: &'a Namespace,
    /// What is served of them.
    pub projection: &'a Projection,
    /// The instances that were read. An owner that is not among them is a crate without a `toolnode.toml`.
    pub members: &'a [Member],
    /// The functions and commands linked into this binary.
    pub linked: &'a [&'static ToolSpec],
    /// The roles by which callers are judged, where there are some.
    pub roles: Option<&'a Roles>,
    /// What the deployment's record tells of each node, where it keeps one.
    pub verifications: Option<&'a Verifications>,
}

/// Judges everything. The order of the members and of the functions makes no difference.
pub fn check(subject: &Subject<'_>) -> Report {
    Report {
        instance: subject.namespace.instance.name.clone(),
        version: subject.namespace.instance.version.clone(),
        rows: vec![
            names::row(subject),
            summaries::row(subject),
            declaration::row(subject),
            satisfaction::row(subject),
            #[cfg(feature = "contract")]
            skill_inputs::row(subject),
            linking::row(subject),
            authority::row(subject),
            exercise::row(subject),
        ],
        baseline: None,
    }
}

/// Adds what a log tells, judged by today's roles and nodes.
///
/// # Errors
///
/// The log cannot be read.
pub fn check_record(
    report: &mut Report,
    projection: &Projection,
    roles: Option<&Roles>,
    log: &Path,
) -> Result<(), ReadError> {
    report.rows.push(recorded::row(projection, roles, log)?);
    Ok(())
}

/// Adds whether a server serves what was declared.
#[cfg(feature = "contract")]
pub fn check_served(
    report: &mut Report,
    projection: &Projection,
    said: &Result<Vec<Said>, PeerError>,
) {
    report.rows.extend(served::rows(projection, said));
}

/// Adds what changed since a lock was written.
#[cfg(feature = "contract")]
pub fn check_lock(report: &mut Report, old: &Lock, new: &Lock, whose: Whose) {
    report.rows.push(locked::row(old, new, whose));
}

/// The JSON Schema (2020-12) of what `check --json` prints, derived from [`Report`].
pub fn schema() -> Value {
    source::generate::<Report>()
}

impl<'a> Subject<'a> {
    /// The instance that owns a node, where its `toolnode.toml` was read.
    fn member(&self, owner: &Owner) -> Option<&'a Member> {
        self.members.iter().find(|member| member.owner.name == owner.name)
    }

    /// What a macro submitted of a node; `None` where a file alone declares it.
    fn spec(&self, entry: &Entry) -> Option<&'static ToolSpec> {
        match &entry.origin {
            Origin::File(_) => None,
            Origin::Function(place) => {
                self.linked.iter().copied().find(|spec| spec.place == *place)
            }
        }
    }
}

impl Member {
    fn level_of_names(&self) -> Level {
        level(self.settings.lints.names)
    }

    fn level_of_unsatisfied(&self) -> Level {
        level(self.settings.lints.unsatisfied)
    }
}

fn level(lint: LintLevel) -> Level {
    match lint {
        LintLevel::Deny => Level::Error,
        LintLevel::Warn => Level::Warning,
    }
}

impl Finding {
    /// A finding about a node.
    fn of(
        entry: &Entry,
        level: Level,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code: code.into(),
            level,
            instance: entry.instance.name.clone(),
            subject: entry.node.id.clone(),
            about: None,
            source: Some(Source::of(&entry.origin)),
            message: message.into(),
            proposal: None,
        }
    }

    /// What of the subject it is about.
    fn about(mut self, about: impl Into<String>) -> Self {
        self.about = Some(about.into());
        self
    }

    fn propose(mut self, proposal: impl Into<String>) -> Self {
        self.proposal = Some(proposal.into());
        self
    }
}

impl Source {
    fn of(origin: &Origin) -> Self {
        match origin {
            Origin::File(location) => Self::at(location),
            Origin::Function(place) => Self::of_function(place),
        }
    }

    fn at(location: &Location) -> Self {
        let some = |number: u32| (number > 0).then_some(number);
        Self {
            file: location.path.display().to_string(),
            line: some(location.line),
            column: some(location.column),
        }
    }

    fn of_function(place: &Place) -> Self {
        Self { file: place.file.to_owned(), line: Some(place.line), column: None }
    }
}
