//! Reading a log: records, each made of a start and an end.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::files;
use super::line::{Event, Start, event};
use super::record::{Outcome, Record};

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file system refuses.
    #[error("{path}: {source}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is something in it that no log has.
    #[error("{path}:{line}: this is no line of a log; `audit verify` tells more", path = .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

/// Which records are asked for; what is not said admits all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Id of the node, or served name.
    pub tool: Option<String>,
    /// Who called.
    pub actor: Option<String>,
    /// In which role.
    pub role: Option<String>,
    /// By which skill.
    pub skill: Option<String>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Begun at this time or later: RFC 3339, UTC.
    pub since: Option<String>,
    /// Begun before this time.
    pub until: Option<String>,
    /// Part of this process.
    pub process: Option<String>,
}

impl Filter {
    /// Whether a record is asked for.
    pub fn admits(&self, record: &Record) -> bool {
        let is = |asked: &Option<String>, there: Option<&str>| {
            asked.as_deref().is_none_or(|asked| there == Some(asked))
        };
        (is(&self.tool, Some(&record.tool)) || is(&self.tool, Some(&record.name)))
            && is(&self.actor, record.by.actor.as_deref())
            && is(&self.role, record.by.role.as_deref())
            && is(&self.skill, record.skill.as_deref())
            && is(&self.process, record.context.process.as_deref())
            && self.outcome.is_none_or(|asked| record.outcome == asked)
            && self.since.as_ref().is_none_or(|since| record.started >= *since)
            && self.until.as_ref().is_none_or(|until| record.started < *until)
    }
}

/// Reads all records of a log and its full files, in the order in which they ended; then those whose end is not there, as
/// `undetermined`. Only what is running is held in memory. A last line that is not whole is passed over.
///
/// # Errors
///
/// A file cannot be read, or has a line that is none of a log. The chain is not looked at: [`verify`](super::verify) does that.
pub fn records(log: &Path, mut each: impl FnMut(Record)) -> Result<(), ReadError> {
    let mut running: HashMap<String, (u64, Start)> = HashMap::new();
    let mut order = 0;
    for path in files::all(&files::real(log)) {
        let at = |source| ReadError::File { path: path.clone(), source };
        let mut lines = BufReader::with_capacity(1 << 20, File::open(&path).map_err(at)?);
        let (mut line, mut number) = (Vec::new(), 0);
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line).map_err(at)? == 0 || line.pop() != Some(b'\n') {
                break;
            }
            number += 1;
            match event(&line).ok_or(ReadError::Line { path: path.clone(), line: number })? {
                Event::Open(_) | Event::Exercised(_) => {}
                Event::Start(start) => {
                    order += 1;
                    running.insert(start.id.clone(), (order, *start));
                }
                Event::End(end) => {
                    if let Some((_, start)) = running.remove(&end.id) {
                        each(start.ended(Some(end)));
                    }
                }
                Event::Whole(record) => each(*record),
            }
        }
    }
    let mut left: Vec<_> = running.into_values().collect();
    left.sort_by_key(|(order, _)| *order);
    for (_, start) in left {
        each(start.ended(None));
    }
    Ok(())
}
