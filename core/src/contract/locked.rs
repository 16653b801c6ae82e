//! *lock*: what changed for callers since `toolnode.lock` was written.

use super::lock::{Change, Impact, Lock, changes, demanded};
use super::peer::{PeerError, Said};
use super::{Finding, Level, Report, Row, RowName};

/// Who answers for the service that the lock is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Its own instance: a change is announced by a step of the version.
    Own,
    /// Somebody else's: it was approved as it was, and any change wants a new approval.
    Foreign,
}

/// Whether somebody else's server is as it was when it was locked. No node has a part in it.
pub fn pinned(lock: &Lock, said: &Result<Vec<Said>, PeerError>) -> Report {
    let silent = |why: String| Row::of(RowName::Lock, Vec::new(), "").could_not_check(why);
    let row = match said.as_ref().map(|said| said.last()) {
        Ok(Some(said)) => row(lock, &Lock::of_server(said), Whose::Foreign),
        Ok(None) => silent("it said nothing".to_owned()),
        Err(error) => silent(error.to_string()),
    };
    Report {
        instance: lock.name.clone(),
        version: lock.version.clone(),
        rows: vec![row],
        baseline: None,
    }
}

/// The row of a lock and of what is served now.
pub(super) fn row(old: &Lock, new: &Lock, whose: Whose) -> Row {
    let changes = changes(old, new);
    let step = demanded(&old.version, &new.version, &changes);
    let announced = whose == Whose::Own && matches!(step, Ok(None));
    let finding = |code: &str, level, subject: &str, message: String| Finding {
        code: code.to_owned(),
        level,
        instance: new.name.clone(),
        subject: subject.to_owned(),
        about: None,
        source: None,
        message,
        proposal: None,
    };
    let mut findings: Vec<_> = changes
        .iter()
        .map(|change| {
            let message = format!("`{}`: {}", change.tool, change.message);
            let what = code(change);
            finding(what, level(change.impact, whose, announced), &change.tool, message)
                .about(change.message.clone())
        })
        .collect();
    if whose == Whose::Own {
        findings.extend(match &step {
            Ok(None) => None,
            Ok(Some((step, least))) => {
                let message = format!(
                    "what changed since {} demands {step} of the version, and it is {}",
                    old.version, new.version
                );
                Some(
                    finding("version-step", Level::Error, &new.name, message)
                        .propose(format!("version = \"{least}\"")),
                )
            }
            Err(why) => Some(finding("version-step", Level::Error, &new.name, why.clone())),
        });
    }
    let undetermined =
        changes.iter().filter(|change| change.impact == Impact::Undetermined).count();
    let agreed = format!("{} tools are as they were at {}", old.tools.len(), old.version);
    let row = Row::of(RowName::Lock, findings, agreed);
    match undetermined {
        0 => row,
        some => row.could_not_check(format!("of {some} changes it is not known what they do")),
    }
}

fn code(change: &Change) -> &'static str {
    match change.impact {
        Impact::Breaking => "breaking",
        Impact::BreakingForUndeclaredKeys => "breaking-for-undeclared-keys",
        Impact::Undetermined => "undetermined",
        Impact::Review => "review",
        Impact::Compatible => "compatible",
    }
}

fn level(impact: Impact, whose: Whose, announced: bool) -> Level {
    match impact {
        Impact::Breaking | Impact::BreakingForUndeclaredKeys if announced => Level::Warning,
        Impact::Breaking | Impact::BreakingForUndeclaredKeys | Impact::Undetermined => Level::Error,
        // A tool that is new, or takes more, was not approved either.
        Impact::Review | Impact::Compatible if whose == Whose::Foreign => Level::Error,
        Impact::Review => Level::Warning,
        Impact::Compatible => Level::Note,
    }
}
