//! What a type is on a command line.

use serde_json::Value;
use toolnode_rules::argv::{self, Decision};

use crate::types::{self, Words};

/// A type on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// A boolean: a bare flag, or nothing.
    Flag,
    /// One plain word, proven.
    Plain,
    /// Something that could be more than a plain word; the sentence says why.
    Unsafe(String),
}

/// Decides by proof, not by list: can the type admit a string with a character outside the plain ones?
pub(crate) fn judge(schema: &Value) -> Word {
    match types::words(schema) {
        Words::Boolean => Word::Flag,
        Words::Integer => Word::Plain,
        Words::Strings(strings) => match argv::admits_payload(&strings) {
            Decision::Never => Word::Plain,
            Decision::Admits { witness } => Word::Unsafe(format!(
                "its type admits {witness:?}, which is more than a plain word"
            )),
            Decision::Undecided { reason } => Word::Unsafe(format!(
                "it cannot be decided whether its type admits only plain words: {reason}"
            )),
        },
        Words::NotAWord { why } => Word::Unsafe(format!("its type is not a word: {why}")),
    }
}
