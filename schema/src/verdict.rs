//! What a comparison says.

use std::fmt;

use serde_json::Value;

/// Whether everything that one schema accepts is accepted by another.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Proven: it is.
    Yes,
    /// It is not.
    No {
        /// A value that the one accepts and the other does not, by the word of a validator on both sides.
        witness: Value,
    },
    /// Neither could be shown.
    Unknown {
        /// What stood in the way.
        reason: String,
        /// Where: `a` or `b`, `#`, and a JSON Pointer into that schema; empty where it is no one place.
        pointer: String,
    },
}

impl Verdict {
    /// `true` or `false` where it is decided.
    pub fn decided(&self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No { .. } => Some(false),
            Self::Unknown { .. } => None,
        }
    }

    /// The value that shows that it is not.
    pub fn witness(&self) -> Option<&Value> {
        match self {
            Self::No { witness } => Some(witness),
            Self::Yes | Self::Unknown { .. } => None,
        }
    }

    /// Why it is not known.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Unknown { reason, .. } => Some(reason),
            Self::Yes | Self::No { .. } => None,
        }
    }
}

/// Both directions together, as seen from the first schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Both accept the same values.
    Equal,
    /// The first accepts less.
    Subset,
    /// The first accepts more.
    Superset,
    /// Each accepts something that the other does not.
    Incomparable,
    /// At least one direction is not known.
    Unknown {
        /// What stood in the way.
        reason: String,
        /// As in [`Verdict::Unknown`].
        pointer: String,
    },
}

impl fmt::Display for Relation {
    /// One word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::Subset => "subset",
            Self::Superset => "superset",
            Self::Incomparable => "incomparable",
            Self::Unknown { .. } => "unknown",
        })
    }
}

/// How two schemas relate, with what shows it.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Comparison {
    /// Whether the second accepts everything that the first does.
    pub a_in_b: Verdict,
    /// Whether the first accepts everything that the second does.
    pub b_in_a: Verdict,
}

impl Comparison {
    /// Both directions as one word.
    pub fn relation(&self) -> Relation {
        match (&self.a_in_b, &self.b_in_a) {
            (Verdict::Yes, Verdict::Yes) => Relation::Equal,
            (Verdict::Yes, Verdict::No { .. }) => Relation::Subset,
            (Verdict::No { .. }, Verdict::Yes) => Relation::Superset,
            (Verdict::No { .. }, Verdict::No { .. }) => Relation::Incomparable,
            (Verdict::Unknown { reason, pointer }, _)
            | (_, Verdict::Unknown { reason, pointer }) => {
                Relation::Unknown { reason: reason.clone(), pointer: pointer.clone() }
            }
        }
    }
}
