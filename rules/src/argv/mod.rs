//! The proof that a type's strings are safe as words of a command line.
//!
//! A string is a *payload* when it holds a character outside `\p{L}\p{M}\p{N}` and `_ . / : @ % + = , -`: without those
//! characters no shell, and no program that hands its arguments to one, finds anything in it to run (CWE-78). Whether a
//! type admits a payload is decided and not listed: [`admits_payload`] answers [`Decision::Never`], or with a shortest
//! string that is admitted and is a payload, or says what stands in the way. [`admits_leading_dash`] asks the same of a
//! first `-`, which a program takes for an option (CWE-88).
//!
//! # How
//!
//! A pattern becomes an automaton by Thompson's construction and is searched breadth first for a string that it accepts and
//! that answers the question; `allOf` walks through several automata at once. Character classes are complemented and
//! intersected, automata never are, and nothing is determinized: that takes seconds for a class of letters repeated
//! sixty-four times, and here takes a step for each state.
//!
//! # Which dialect
//!
//! JSON Schema's patterns are those of ECMA-262 with the `u` flag. The validator at run time (`jsonschema`) translates them
//! for `regex` and `fancy-regex`. The parser here is this crate's own, for three reasons: it knows the offset of what it
//! refuses, it keeps the place of each class for [`propose()`], and it is strict: whatever the two engines could read
//! in two ways is either no ECMA-262 under `u`, and then an error here, or refused as [`Obstacle::EnginesDiffer`]
//! (a class that begins with `]`) or [`Obstacle::WordBoundary`] (ASCII for one, Unicode for the other). What remains was
//! compared with both engines.
//!
//! `regex-syntax` gives the tables behind `\p{…}`, as it does for the validator, so both mean one version of Unicode. An
//! engine with a newer one takes some characters for letters that are unassigned here.

mod alphabet;
mod ast;
mod charset;
mod decide;
mod escape;
mod matcher;
mod nfa;
mod parse;
mod property;
mod propose;
mod search;
mod spread;
mod undecided;

#[cfg(test)]
mod tests;

pub use ast::{Node, Pattern};
pub use matcher::{Matcher, matches};
pub use propose::propose;
pub use undecided::{Obstacle, Undecided};

use search::Question;

/// A pattern as a tree, for those who ask other questions about it: look-ahead and word boundaries are in it, look-behind
/// and back-references are still refused.
///
/// # Errors
///
/// What is no pattern of ECMA-262, and what is refused, each with its offset.
pub fn read(pattern: &str) -> Result<Pattern, Undecided> {
    parse::tree(pattern, true)
        .map_err(|fault| Undecided::in_pattern(fault.obstacle, pattern, fault.offset))
}

/// The strings that a JSON Schema admits, as far as the proof looks at them. The callers build it from a schema.
///
/// A keyword that is not expressed here may be left out of an [`Strings::All`]: that admits more, which errs on the safe
/// side. `format` is such a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strings {
    /// Every string.
    Any,
    /// No string.
    Nothing,
    /// `pattern`: the strings in which this is found. It is searched for, not matched whole.
    Pattern(String),
    /// `enum` and `const`: these strings.
    OneOfWords(Vec<String>),
    /// `minLength` and `maxLength`, in characters (Unicode scalar values), both included.
    Length {
        /// `minLength`, 0 where it is absent.
        min: u64,
        /// `maxLength`.
        max: Option<u64>,
    },
    /// `allOf`, and keywords side by side.
    All(Vec<Strings>),
    /// `anyOf`, and a list of alternatives of any other origin.
    AnyOf(Vec<Strings>),
    /// `oneOf`: the strings that exactly one of these admits.
    OneOf(Vec<Strings>),
    /// `not`. It never makes a type safe: to prove by it would be to complement an automaton.
    Not(Box<Strings>),
}

/// The answer to a question about a type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Decision {
    /// Proven: the type admits no such string.
    Never,
    /// The type admits such a string.
    Admits {
        /// A shortest one, except that where alternatives exclude each other (`oneOf`) a shorter one may be left. Of several it
        /// is one that is easy to read.
        witness: String,
    },
    /// Neither could be shown; to be treated as if it were admitted.
    Undecided {
        /// What stands in the way.
        reason: Undecided,
    },
}

/// Does the type admit a string with a character outside `\p{L}\p{M}\p{N}` and `_ . / : @ % + = , -`?
///
/// ```
/// use toolnode_rules::argv::{admits_payload, Decision, Strings};
///
/// let url = Strings::Pattern("^https?://.+$".to_owned());
/// assert_eq!(admits_payload(&url), Decision::Admits { witness: "http://;".to_owned() });
///
/// let id = Strings::Pattern("^[a-z0-9-]+$".to_owned());
/// assert_eq!(admits_payload(&id), Decision::Never);
/// ```
pub fn admits_payload(strings: &Strings) -> Decision {
    decide::decide(strings, Question::Contains(charset::payload()))
}

/// Does the type admit a string that begins with `-`? See [`admits_leading`].
///
/// ```
/// use toolnode_rules::argv::{admits_leading_dash, Decision, Strings};
///
/// let id = Strings::Pattern("^[a-z0-9-]+$".to_owned());
/// assert_eq!(admits_leading_dash(&id), Decision::Admits { witness: "-".to_owned() });
/// ```
pub fn admits_leading_dash(strings: &Strings) -> Decision {
    admits_leading(strings, '-')
}

/// Does the type admit a string that begins with this character?
///
/// As a positional, or as the word after a flag, a value that begins with `-` is an option to most programs, and one that
/// begins with `@` or `+` is to some (CWE-88).
pub fn admits_leading(strings: &Strings, first: char) -> Decision {
    decide::decide(strings, Question::Starts(&charset::of_chars(std::iter::once(first))))
}
