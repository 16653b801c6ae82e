//! What is known and not yet mended: an instance with old names adopts the rules without noise, and no new breach gets in.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Finding, Held, Level, Report, RowName, RowState};

/// The findings that a baseline holds back. Line numbers and messages are no part of it, so that it stays true when a file
/// grows or a message is worded anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    findings: BTreeSet<Known>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    code: String,
    instance: String,
    subject: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<String>,
}

/// A baseline that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The file could not be read or written.
    #[error("cannot use the baseline {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is no baseline.
    #[error("{path}:{source}; write it anew with `check --write-baseline`")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
}

/// Rows whose findings can wait: those about what is written. That a function is missing cannot.
fn may_wait(row: RowName) -> bool {
    matches!(
        row,
        RowName::Names | RowName::Summaries | RowName::Declaration | RowName::Satisfaction
    )
}

impl Baseline {
    /// Reads a baseline; `None` where there is none.
    ///
    /// # Errors
    ///
    /// It is there and cannot be read, or is no baseline.
    pub fn read(path: &Path) -> Result<Option<Self>, BaselineError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(BaselineError::File { path: path.to_owned(), source }),
        };
        let read = serde_json::from_str(&text);
        read.map(Some).map_err(|source| BaselineError::Invalid { path: path.to_owned(), source })
    }

    /// All errors and warnings of a report that can wait.
    pub fn of(report: &Report) -> Self {
        // Of what could not be judged nothing is known, so there is nothing to hold back.
        let rows = report.rows.iter().filter(|row| may_wait(row.name));
        let findings = rows.flat_map(|row| &row.findings).filter(|finding| can_wait(finding));
        Self { findings: findings.map(Known::of).collect() }
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BaselineError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|source| BaselineError::Invalid { path: path.to_owned(), source })?;
        fs::write(path, text + "\n")
            .map_err(|source| BaselineError::File { path: path.to_owned(), source })
    }

    /// Takes out of a report what is known, and says how much that was. `shown` is the file as people see it.
    pub fn hold(&self, report: &mut Report, shown: &Path) {
        let mut met: BTreeSet<Known> = BTreeSet::new();
        let mut held = 0;
        for row in report.rows.iter_mut().filter(|row| may_wait(row.name)) {
            let before = row.findings.len();
            row.findings.retain(|finding| {
                let known = Known::of(finding);
                let holds = can_wait(finding) && self.findings.contains(&known);
                if holds {
                    met.insert(known);
                }
                !holds
            });
            let here = before - row.findings.len();
            held += here;
            if row.state == RowState::Absent && here > 0 {
                row.state = RowState::Agrees;
                row.why = format!("but for {here} in the baseline");
                row.settle();
            }
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        report.baseline = Some(Held {
            file: shown.display().to_string(),
            held: count(held),
            mended: count(self.findings.len() - met.len()),
        });
    }
}

fn can_wait(finding: &Finding) -> bool {
    // What could not be judged is named by the codes of the projection, and is never agreed to.
    const UNJUDGED: [&str; 6] = [
        "collision",
        "invalid-node",
        "invalid-skill",
        "skill-undetermined",
        "unreadable",
        "unresolved-type",
    ];
    finding.level != Level::Note && !UNJUDGED.contains(&finding.code.as_str())
}

impl Known {
    fn of(finding: &Finding) -> Self {
        Self {
            code: finding.code.clone(),
            instance: finding.instance.clone(),
            subject: finding.subject.clone(),
            about: finding.about.clone(),
        }
    }
}
