//! What a name says to the model that reads it: `<subject>_<verb>`.
//!
//! The subject comes first, because who scans a list looks for the thing before the action, and because it sorts related
//! tools together in a list that knows no groups. The verb comes last and is one of a small set, because every synonym costs
//! the model a guess. How a tool is reached, who made what is behind it, and how often it was rewritten is no part of what it
//! does, so no transport, vendor, program or version is named, and no separator makes up a group.

mod propose;
mod vendors;
mod words;

use std::fmt;

pub use propose::{Hints, propose};
use words::TRANSPORTS;
pub use words::VERBS;

/// A name to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    /// The id; `-` and `_` both join its words.
    pub id: &'a str,
    /// The programs that the node runs: the first words of its commands.
    pub programs: &'a [&'a str],
    /// Verbs that are declared, with a reason, beside [`VERBS`].
    pub verbs: &'a [&'a str],
}

/// One way in which a name breaks the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Breach {
    /// It does not end with a known verb.
    Verb {
        /// The last word.
        word: String,
    },
    /// It is a verb, and nothing that the verb is done to.
    Subject {
        /// The verb.
        verb: String,
    },
    /// It says how the tool is reached.
    Transport {
        /// The word that does.
        word: String,
    },
    /// It says who makes what is behind the tool.
    Vendor {
        /// The word that does.
        word: String,
        /// The vendor or product as it is written.
        vendor: &'static str,
    },
    /// It says which program is run.
    Program {
        /// The words that do, joined by `-`.
        word: String,
    },
    /// It says how often the tool was rewritten. The service has a version, a tool has none.
    Version {
        /// The word that does.
        word: String,
    },
    /// Two joints follow each other, or one is at the end: a group where MCP has none.
    Separator,
}

/// Every way in which a name breaks the rule; none where it follows it.
///
/// ```
/// use toolnode_rules::naming::{Breach, Name, breaches};
///
/// let name = |id| Name { id, programs: &[], verbs: &["claim"] };
/// assert_eq!(breaches(&name("bean-list")), []);
/// assert_eq!(breaches(&name("bean-claim")), []);
/// let [breach] = breaches(&name("bean-claim-v2")).try_into().unwrap();
/// assert_eq!(breach, Breach::Version { word: "v2".into() });
/// ```
pub fn breaches(name: &Name<'_>) -> Vec<Breach> {
    taken_apart(name).breaches
}

/// A name without what does not belong in it.
struct Apart {
    /// The words that may stay, the verb last where there is one.
    kept: Vec<String>,
    breaches: Vec<Breach>,
}

fn taken_apart(name: &Name<'_>) -> Apart {
    let written: Vec<&str> = name.id.split(['-', '_']).collect();
    let mut breaches = Vec::new();
    if written.iter().any(|word| word.is_empty()) {
        breaches.push(Breach::Separator);
    }
    let mut kept: Vec<String> =
        written.iter().filter(|word| !word.is_empty()).map(|&word| word.to_owned()).collect();
    let count = kept.len();
    for words in name.programs.iter().filter_map(|program| program_words(program)) {
        // The verb is never taken for a program: `disk_sync` may well run `sync`.
        let end = kept.len() - usize::from(kept.last().is_some_and(|word| name.is_verb(word)));
        let at = kept[..end].windows(words.len()).position(|window| window == words);
        if let Some(at) = at {
            kept.drain(at..at + words.len());
            breaches.push(Breach::Program { word: words.join("-") });
        }
    }
    let last = kept.len().saturating_sub(1);
    kept = kept
        .into_iter()
        .enumerate()
        .filter_map(|(index, word)| match of_word(&word, index == last, name) {
            None => Some(word),
            Some(breach) => {
                // Of `get2` the verb stays.
                let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
                let rest = name.is_verb(stem).then(|| stem.to_owned());
                breaches.push(breach);
                rest
            }
        })
        .collect();
    // Where nothing is left, something was taken out, and is told already.
    if let Some(last) = kept.last() {
        if !name.is_verb(last) {
            breaches.push(Breach::Verb { word: last.clone() });
        } else if count == 1 {
            breaches.push(Breach::Subject { verb: last.clone() });
        }
    }
    Apart { kept, breaches }
}

fn of_word(word: &str, is_last: bool, name: &Name<'_>) -> Option<Breach> {
    let own = || word.to_owned();
    if TRANSPORTS.contains(&word) {
        return Some(Breach::Transport { word: own() });
    }
    if let Some(vendor) = vendors::vendor(word) {
        return Some(Breach::Vendor { word: own(), vendor });
    }
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered_verb = stem.len() < word.len() && name.is_verb(stem);
    let number = is_last && stem.is_empty();
    (is_version(word) || numbered_verb || number).then(|| Breach::Version { word: own() })
}

/// `v2`, `v10`, `v2beta1`.
fn is_version(word: &str) -> bool {
    word.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The words of a program's name. A script that is named by a path from the instance is the instance's own, and may well be
/// called as the tool is.
fn program_words(program: &str) -> Option<Vec<String>> {
    if program.contains('/') && !program.starts_with('/') {
        return None;
    }
    let name = program.rsplit('/').next().unwrap_or(program).to_ascii_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(str::to_owned).collect();
    (!words.is_empty()).then_some(words)
}

impl Name<'_> {
    fn is_verb(&self, word: &str) -> bool {
        VERBS.contains(&word) || self.verbs.contains(&word)
    }
}

impl Breach {
    /// The code of its finding. A code never changes its meaning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Verb { .. } => "name-verb",
            Self::Subject { .. } => "name-subject",
            Self::Transport { .. } => "name-transport",
            Self::Vendor { .. } => "name-vendor",
            Self::Program { .. } => "name-program",
            Self::Version { .. } => "name-version",
            Self::Separator => "name-separator",
        }
    }

    /// The words that it is about; empty where it is about what joins them.
    pub fn word(&self) -> &str {
        match self {
            Self::Verb { word }
            | Self::Subject { verb: word }
            | Self::Transport { word }
            | Self::Vendor { word, .. }
            | Self::Program { word }
            | Self::Version { word } => word,
            Self::Separator => "",
        }
    }
}

/// What the name does, to follow the name.
impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verb { word } => {
                let (last, others) = VERBS.split_last().unwrap_or((&"", &[]));
                write!(
                    f,
                    "ends with `{word}`, which is none of the verbs {} and {last}",
                    others.join(", ")
                )
            }
            Self::Subject { verb } => write!(f, "has a verb, `{verb}`, and no subject before it"),
            Self::Transport { word } => write!(f, "names a transport, `{word}`"),
            Self::Vendor { word, vendor } => write!(f, "names a vendor, {vendor} (`{word}`)"),
            Self::Program { word } => write!(f, "names the program that it runs, `{word}`"),
            Self::Version { word } => write!(f, "names a version, `{word}`"),
            Self::Separator => f.write_str("makes up a separator: an empty word"),
        }
    }
}

#[cfg(test)]
mod tests;
