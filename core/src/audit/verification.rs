//! Whether a tool has ever worked, as its log tells: by calls, and by examples that were exercised.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::digest::node_digest;
use super::files;
use super::read::ReadError;
use crate::project::Node;

/// Whether a node, as it is declared now, has ever worked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// How it stands.
    pub state: Standing,
    /// Since when: the first success, or failure, after the last that was otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// How a node stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// An example or a call of it succeeded, and none failed since.
    Verified,
    /// The last one failed.
    Failing,
    /// Nothing is known: as it is declared now, it was never called, or nobody kept a record of it.
    #[default]
    Unverified,
}

impl Standing {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Failing => "failing",
            Self::Unverified => "unverified",
        }
    }
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.state.as_str())?;
        match &self.since {
            Some(since) => write!(f, " since {since}"),
            None => Ok(()),
        }
    }
}

/// What a log tells of all nodes, by instance, id and digest.
#[derive(Clone, Debug, Default)]
pub struct Verifications(HashMap<(String, String, String), Verification>);

/// The few members of a line that count here; the others are passed over without a copy.
#[derive(Deserialize)]
struct Glance<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    instance: Cow<'a, str>,
    #[serde(borrow, default)]
    tool: Cow<'a, str>,
    #[serde(borrow, default)]
    digest: Cow<'a, str>,
    #[serde(borrow, default)]
    outcome: Cow<'a, str>,
    #[serde(borrow, default)]
    started: Cow<'a, str>,
    #[serde(borrow, default)]
    at: Cow<'a, str>,
    #[serde(default)]
    example: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    passed: bool,
}

type Key = (String, String, String);

impl Verifications {
    /// Reads a log and its full files; one that is not there tells nothing.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or has a line that is none of a log.
    pub fn read(log: &Path) -> Result<Self, ReadError> {
        let mut all = Self::default();
        let mut running: HashMap<String, (Key, String)> = HashMap::new();
        for path in files::all(&files::real(log)) {
            let at = |source| ReadError::File { path: path.clone(), source };
            let file = match File::open(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                opened => opened.map_err(at)?,
            };
            let mut lines = BufReader::with_capacity(1 << 20, file);
            let (mut line, mut number) = (Vec::new(), 0);
            loop {
                line.clear();
                if lines.read_until(b'\n', &mut line).map_err(at)? == 0 || line.pop() != Some(b'\n')
                {
                    break;
                }
                number += 1;
                let glance: Glance<'_> = serde_json::from_slice(&line)
                    .map_err(|_| ReadError::Line { path: path.clone(), line: number })?;
                let key = || {
                    let Glance { instance, tool, digest, .. } = &glance;
                    (instance.to_string(), tool.to_string(), digest.to_string())
                };
                match &*glance.kind {
                    // What an example shows is told once it was looked at.
                    "start" if glance.example.is_none() => {
                        running.insert(glance.id.to_string(), (key(), glance.started.to_string()));
                    }
                    "end" => {
                        if let Some((key, started)) = running.remove(&*glance.id) {
                            match &*glance.outcome {
                                "ran" => all.note(key, Standing::Verified, &started),
                                "failed" | "timed-out" => {
                                    all.note(key, Standing::Failing, &started);
                                }
                                _ => {}
                            }
                        }
                    }
                    "exercised" if glance.passed => all.note(key(), Standing::Verified, &glance.at),
                    "exercised" => all.note(key(), Standing::Failing, &glance.at),
                    _ => {}
                }
            }
        }
        Ok(all)
    }

    fn note(&mut self, key: Key, state: Standing, at: &str) {
        let known = self.0.entry(key).or_default();
        if known.state != state {
            *known = Verification { state, since: Some(at.to_owned()) };
        }
    }

    /// How a node stands, as it is declared now.
    pub fn of(&self, node: &Node) -> Verification {
        let entry = &node.entry;
        let key = (entry.instance.name.clone(), entry.node.id.clone(), node_digest(node));
        self.0.get(&key).cloned().unwrap_or_default()
    }
}
