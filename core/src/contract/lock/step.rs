//! Which step of the version a change demands (Semantic Versioning 2.0.0).

use std::fmt;

use semver::Version;

use super::{Change, Impact};

/// A step of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// None.
    None,
    /// `1.2.3` to `1.2.4`
    Patch,
    /// `1.2.3` to `1.3.0`
    Minor,
    /// `1.2.3` to `2.0.0`
    Major,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no step",
            Self::Patch => "a patch step",
            Self::Minor => "a minor step",
            Self::Major => "a major step",
        })
    }
}

/// The least version that these changes allow after `old`, and its step; `None` where `old` is enough.
///
/// A breaking change demands a major step, a new thing a minor one, another text a patch. Before 1.0.0 each is one smaller
/// (section 4 of the specification leaves that open; cargo reads it so). What is undetermined is counted as breaking.
///
/// # Errors
///
/// One of the versions is none of Semantic Versioning.
pub fn demanded(
    old: &str,
    new: &str,
    changes: &[Change],
) -> Result<Option<(Step, String)>, String> {
    let parse = |text: &str| {
        Version::parse(text).map_err(|error| format!("`{text}` is no semantic version: {error}"))
    };
    let (old, new) = (parse(old)?, parse(new)?);
    let gravest = changes.iter().map(|change| change.impact).min();
    let step = match gravest {
        None => Step::None,
        Some(Impact::Breaking | Impact::BreakingForUndeclaredKeys | Impact::Undetermined) => {
            Step::Major
        }
        Some(Impact::Compatible) => Step::Minor,
        Some(Impact::Review) if changes.iter().any(|c| c.impact == Impact::Compatible) => {
            Step::Minor
        }
        Some(Impact::Review) => Step::Patch,
    };
    let step = if old.major == 0 { smaller(step) } else { step };
    let least = match step {
        Step::None => old.clone(),
        Step::Patch => Version::new(old.major, old.minor, old.patch + 1),
        Step::Minor => Version::new(old.major, old.minor + 1, 0),
        Step::Major => Version::new(old.major + 1, 0, 0),
    };
    Ok((new < least).then(|| (step, least.to_string())))
}

fn smaller(step: Step) -> Step {
    match step {
        Step::Major => Step::Minor,
        Step::Minor | Step::Patch => Step::Patch,
        Step::None => Step::None,
    }
}
