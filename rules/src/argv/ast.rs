//! A pattern, parsed: what the proof needs of it, and where each set of characters stands.

use std::ops::Range;

use regex_syntax::hir::ClassUnicode;

/// A parsed pattern.
#[derive(Debug)]
pub struct Pattern {
    pub(super) root: Node,
    /// The sets of characters, in the order in which they stand; [`Node::Set`] points here.
    pub(super) atoms: Vec<Atom>,
}

impl Pattern {
    /// The whole of it.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The characters that a [`Node::Set`] takes: ranges with both ends included, sorted, none touching another.
    pub fn ranges(&self, set: usize) -> impl Iterator<Item = (char, char)> {
        self.atoms[set].set.iter().map(|range| (range.start(), range.end()))
    }
}

/// Groups are gone: what they capture does not change which strings match.
#[derive(Debug)]
pub enum Node {
    /// The empty string.
    Empty,
    /// One character; [`Pattern::ranges`] tells which.
    Set(usize),
    /// `^`
    Start,
    /// `$`
    End,
    /// One after the other.
    Concat(Vec<Node>),
    /// Any of these.
    Alternation(Vec<Node>),
    /// Greedy and lazy are one: which match is found first does not change whether there is one.
    Repeat {
        /// What is repeated.
        node: Box<Node>,
        /// At least so often.
        min: u32,
        /// At most so often.
        max: Option<u32>,
    },
    /// `(?=…)`, or `(?!…)` where `negated`. Only [`read`](super::read()) gives it.
    Ahead {
        /// What is looked for.
        node: Box<Node>,
        /// Whether it must not be found.
        negated: bool,
    },
    /// `\b`, or `\B` where `negated`, with the words of ASCII. Only [`read`](super::read()) gives it.
    Boundary {
        /// Whether it must not be one.
        negated: bool,
    },
}

/// One place that takes one character, or, for a literal, all the places where it stands.
#[derive(Debug)]
pub(super) struct Atom {
    pub(super) set: ClassUnicode,
    /// The bytes of the pattern that say so.
    pub(super) span: Range<usize>,
    pub(super) shape: Shape,
}

/// How the set was written.
#[derive(Debug)]
pub(super) enum Shape {
    /// One character, escaped or not; the span is that of the first place where it stands.
    Literal,
    /// `.`, `\d`, `\p{…}` and the like.
    Escape,
    /// `[…]`, item by item; or `[^…]`, whose items say what is out.
    Class { negated: bool, items: Vec<Item> },
}

/// One character, range or escape inside `[…]`.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) set: ClassUnicode,
    pub(super) span: Range<usize>,
}
