//! A pattern, parsed: what the proof needs of it, and where each set of characters stands.

use std::ops::Range;

use regex_syntax::hir::ClassUnicode;

/// A parsed pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) root: Node,
    /// The sets of characters, in the order in which they stand; [`Node::Set`] points here.
    pub(super) atoms: Vec<Atom>,
}

/// Groups are gone: what they capture does not change which strings match.
#[derive(Debug)]
pub(super) enum Node {
    Empty,
    /// One character of `atoms[_]`.
    Set(usize),
    /// `^`
    Start,
    /// `$`
    End,
    Concat(Vec<Node>),
    Alternation(Vec<Node>),
    /// Greedy and lazy are one: which match is found first does not change whether there is one.
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
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
