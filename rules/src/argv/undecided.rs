//! Why a question about a type has no answer.

use std::fmt;

/// Why neither "never" nor a witness could be given. A caller refuses the type and shows this.
///
/// Its text says what stands in the way, where in which pattern, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    kind: Obstacle,
    at: Option<(String, usize)>,
}

/// What stands in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// `(?=`, `(?!`, `(?<=` or `(?<!`: to decide it is to complement or intersect automata.
    LookAround,
    /// `\1` or `\k<name>`: the strings are no regular language.
    BackReference,
    /// `\b` or `\B`: ASCII words for ECMA-262, Unicode words for the validator at run time.
    WordBoundary,
    /// Not a pattern of ECMA-262 with the `u` flag; the text says what is wrong and what to write.
    Invalid(&'static str),
    /// A pattern that ECMA-262 and the validator at run time read in two ways.
    EnginesDiffer(&'static str),
    /// More than this proof is willing to look at; the text names the bound.
    OverBound(&'static str),
    /// The string has such a character and one branch of a `oneOf` admits it, but so does another, which takes it out.
    Overlap {
        /// The string that was found and is not admitted.
        found: String,
    },
    /// The string has such a character and only a `not` takes it out; `not` never makes a type safe.
    Negation {
        /// The string that was found and is not admitted.
        found: String,
    },
}

impl Undecided {
    pub(super) fn whole(kind: Obstacle) -> Self {
        Self { kind, at: None }
    }

    pub(super) fn in_pattern(kind: Obstacle, pattern: &str, offset: usize) -> Self {
        Self { kind, at: Some((pattern.to_owned(), offset)) }
    }

    /// What stands in the way.
    pub fn obstacle(&self) -> &Obstacle {
        &self.kind
    }

    /// The pattern it stands in, when it is one pattern.
    pub fn pattern(&self) -> Option<&str> {
        self.at.as_ref().map(|(pattern, _)| pattern.as_str())
    }

    /// The byte of [`Undecided::pattern`] at which it begins.
    pub fn offset(&self) -> Option<usize> {
        self.at.as_ref().map(|(_, offset)| *offset)
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((pattern, offset)) = &self.at {
            write!(f, "`{pattern}` cannot be decided: at offset {offset}, ")?;
        } else {
            f.write_str("this type cannot be decided: ")?;
        }
        match &self.kind {
            Obstacle::LookAround => f.write_str(
                "look-around; write what may stand there instead of what may not, or add under `allOf` a second pattern \
                 without look-around",
            ),
            Obstacle::BackReference => f.write_str(
                "a back-reference; repeat the group itself, or add under `allOf` a second pattern without back-references",
            ),
            Obstacle::WordBoundary => f.write_str(
                "a word boundary, which validators read in two ways; anchor with `^` and `$` or name the characters around",
            ),
            Obstacle::Invalid(problem) | Obstacle::EnginesDiffer(problem) => f.write_str(problem),
            Obstacle::OverBound(bound) => {
                write!(f, "over the size bound: {bound}; write a smaller pattern")
            }
            Obstacle::Overlap { found } => write!(
                f,
                "{found:?} is admitted by more than one branch of a `oneOf`, and whether another such string is admitted by \
                 one alone is not searched for; write branches that cannot overlap, or `anyOf`"
            ),
            Obstacle::Negation { found } => write!(
                f,
                "only a `not` keeps {found:?} out, and a `not` is never taken as proof; say in a `pattern` what is allowed"
            ),
        }
    }
}

impl std::error::Error for Undecided {}
