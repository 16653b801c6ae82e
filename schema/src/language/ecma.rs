//! From a pattern of ECMA-262 to an automaton.
//!
//! A pattern is searched for, knows anchors in any place, word boundaries and look-ahead; an automaton of `regexsolver`
//! matches whole strings and knows none of these. The translation works backwards with continuations: the language of a
//! node is that of everything which may be left to read from its place on, given what may be left to read after it. Then
//! `$` keeps what may end here, and a look-ahead intersects.

use std::rc::Rc;

use regexsolver::CharRange;
use regexsolver::regex_charclass::{AnyRange, Char};
use toolnode_rules::argv::{self, Node, Pattern};

use super::{
    Failure, Language, MAX_COUNT, any, both, concat, either, failed, literal, minus, none, one,
};

const REPEATED_ASSERTION: &str =
    "a pattern that repeats an anchor, a word boundary or a look-ahead";

/// The strings in which the pattern is found.
pub(super) fn compile(text: &str) -> Result<Language, Failure> {
    let pattern = argv::read(text).map_err(|undecided| Failure::from(undecided.to_string()))?;
    let translation = Translation { boundaries: has_boundary(pattern.root()), pattern: &pattern };
    let rest = Rest { start: any(), word: any(), other: any() };
    // The search may begin at the start, or behind any character.
    let mut begins = vec![translation.node(pattern.root(), Place::Start, &rest)?];
    let behind: &[(Place, CharRange)] = if translation.boundaries {
        &[(Place::Word, word()), (Place::Other, word().complement())]
    } else {
        &[(Place::Other, CharRange::total())]
    };
    for (place, last) in behind {
        let found = translation.node(pattern.root(), *place, &rest)?;
        if !found.is_empty() {
            begins.push(concat(&[any(), one(last), found])?);
        }
    }
    either(&begins)
}

/// What stands before a place.
#[derive(Clone, Copy)]
enum Place {
    Start,
    /// A character of a word.
    Word,
    /// Any other character; where a pattern asks for no word boundary, any character.
    Other,
}

/// What may be left to read, by place.
#[derive(Clone)]
struct Rest {
    start: Language,
    word: Language,
    other: Language,
}

impl Rest {
    fn at(&self, place: Place) -> &Language {
        match place {
            Place::Start => &self.start,
            Place::Word => &self.word,
            Place::Other => &self.other,
        }
    }

    /// Whether nothing may be left to read.
    fn ends(&self) -> bool {
        [&self.start, &self.word, &self.other].into_iter().all(|rest| rest.is_empty_string())
    }

    fn is_uniform(&self) -> bool {
        Rc::ptr_eq(&self.start, &self.other) && Rc::ptr_eq(&self.word, &self.other)
    }
}

struct Translation<'p> {
    pattern: &'p Pattern,
    boundaries: bool,
}

impl Translation<'_> {
    fn node(&self, node: &Node, place: Place, rest: &Rest) -> Result<Language, Failure> {
        if is_plain(node) {
            return self.behind(&self.plain(node)?, place, rest);
        }
        match node {
            Node::Start => Ok(match place {
                Place::Start => Rc::clone(&rest.start),
                Place::Word | Place::Other => none(),
            }),
            Node::End => Ok(if rest.at(place).is_match("") { literal("")? } else { none() }),
            Node::Concat(nodes) => {
                let Some((first, others)) = nodes.split_first() else {
                    return Ok(Rc::clone(rest.at(place)));
                };
                let rest = self.sequence(others, rest)?;
                self.node(first, place, &rest)
            }
            Node::Alternation(nodes) => {
                let each: Vec<_> = nodes
                    .iter()
                    .map(|node| self.node(node, place, rest))
                    .collect::<Result<_, _>>()?;
                either(&each)
            }
            Node::Ahead { node, negated } => {
                let all = any();
                let anything = Rest { start: all.clone(), word: all.clone(), other: all };
                let ahead = self.node(node, place, &anything)?;
                if *negated { minus(rest.at(place), &ahead) } else { both(rest.at(place), &ahead) }
            }
            Node::Boundary { negated } => {
                let is_word = matches!(place, Place::Word);
                let next_is_word = concat(&[one(&word()), any()])?;
                // A boundary stands where a word begins or ends.
                if is_word == *negated {
                    both(rest.at(place), &next_is_word)
                } else {
                    minus(rest.at(place), &next_is_word)
                }
            }
            Node::Repeat { node, min: 0, max: None } if rest.ends() => self.tempered(node),
            Node::Repeat { node, min, max } => {
                let Some(max) = max.filter(|&max| max <= 8) else {
                    return Err(REPEATED_ASSERTION.into());
                };
                let mut rounds = Rest::clone(rest);
                for round in (0..max).rev() {
                    let taken = self.everywhere(node, &rounds)?;
                    rounds = if round < *min {
                        taken
                    } else {
                        Rest {
                            start: either(&[taken.start, Rc::clone(&rest.start)])?,
                            word: either(&[taken.word, Rc::clone(&rest.word)])?,
                            other: either(&[taken.other, Rc::clone(&rest.other)])?,
                        }
                    };
                }
                Ok(Rc::clone(rounds.at(place)))
            }
            Node::Empty | Node::Set(_) => unreachable!("these are plain"),
        }
    }

    /// `((?!…).)*` up to the end: a look-ahead before each character. What it sees is what is left of the string.
    fn tempered(&self, node: &Node) -> Result<Language, Failure> {
        let (Node::Concat(nodes), false) = (node, self.boundaries) else {
            return Err(REPEATED_ASSERTION.into());
        };
        let [Node::Ahead { node: ahead, negated }, set @ Node::Set(_)] = nodes.as_slice() else {
            return Err(REPEATED_ASSERTION.into());
        };
        let all = any();
        let anything = Rest { start: all.clone(), word: all.clone(), other: all.clone() };
        // Assertions inside may ask whether they stand at the start, which only the first character does.
        if !is_plain(ahead) {
            return Err(REPEATED_ASSERTION.into());
        }
        let seen = self.node(ahead, Place::Other, &anything)?;
        let more = concat(&[one(&CharRange::total()), all.clone()])?;
        let forbidden = if *negated { both(&seen, &more)? } else { minus(&more, &seen)? };
        let taken =
            self.plain(set)?.repeat(0, None).map(Rc::new).map_err(|error| failed(&error))?;
        minus(&taken, &concat(&[all, forbidden])?)
    }

    fn sequence(&self, nodes: &[Node], rest: &Rest) -> Result<Rest, Failure> {
        nodes.iter().rev().try_fold(rest.clone(), |rest, node| self.everywhere(node, &rest))
    }

    fn everywhere(&self, node: &Node, rest: &Rest) -> Result<Rest, Failure> {
        let other = self.node(node, Place::Other, rest)?;
        if rest.is_uniform() && is_plain(node) {
            return Ok(Rest { start: Rc::clone(&other), word: Rc::clone(&other), other });
        }
        Ok(Rest {
            start: self.node(node, Place::Start, rest)?,
            word: if self.boundaries { self.node(node, Place::Word, rest)? } else { other.clone() },
            other,
        })
    }

    /// `language`, and then what is left: which depends on the last character, or on the place where it is empty.
    fn behind(&self, language: &Language, place: Place, rest: &Rest) -> Result<Language, Failure> {
        if rest.is_uniform() {
            return concat(&[Rc::clone(language), Rc::clone(&rest.other)]);
        }
        let mut each = Vec::new();
        if language.is_match("") {
            each.push(Rc::clone(rest.at(place)));
        }
        let ends: &[(CharRange, &Language)] = if self.boundaries {
            &[(word(), &rest.word), (word().complement(), &rest.other)]
        } else {
            &[(CharRange::total(), &rest.other)]
        };
        for (last, rest) in ends {
            let ending = both(language, &concat(&[any(), one(last)])?)?;
            each.push(concat(&[ending, Rc::clone(rest)])?);
        }
        either(&each)
    }

    /// The language of a node without assertions.
    fn plain(&self, node: &Node) -> Result<Language, Failure> {
        match node {
            Node::Empty => literal(""),
            Node::Set(set) => {
                let ranges: Vec<_> = self
                    .pattern
                    .ranges(*set)
                    .map(|(first, last)| AnyRange::new(Char::new(first), Char::new(last)))
                    .collect();
                Ok(one(&CharRange::new_from_ranges(&ranges)))
            }
            Node::Concat(nodes) => {
                let each: Vec<_> =
                    nodes.iter().map(|node| self.plain(node)).collect::<Result<_, _>>()?;
                if each.is_empty() { literal("") } else { concat(&each) }
            }
            Node::Alternation(nodes) => {
                let each: Vec<_> =
                    nodes.iter().map(|node| self.plain(node)).collect::<Result<_, _>>()?;
                either(&each)
            }
            Node::Repeat { node, min, max } => {
                if u64::from(max.unwrap_or(*min)) > MAX_COUNT {
                    return Err("a pattern that repeats more than 400 times".into());
                }
                self.plain(node)?.repeat(*min, *max).map(Rc::new).map_err(|error| failed(&error))
            }
            Node::Start | Node::End | Node::Ahead { .. } | Node::Boundary { .. } => {
                unreachable!("these are assertions")
            }
        }
    }
}

/// Whether there is no assertion in it.
fn is_plain(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Set(_) => true,
        Node::Start | Node::End | Node::Ahead { .. } | Node::Boundary { .. } => false,
        Node::Concat(nodes) | Node::Alternation(nodes) => nodes.iter().all(is_plain),
        Node::Repeat { node, .. } => is_plain(node),
    }
}

fn has_boundary(node: &Node) -> bool {
    match node {
        Node::Boundary { .. } => true,
        Node::Empty | Node::Set(_) | Node::Start | Node::End => false,
        Node::Concat(nodes) | Node::Alternation(nodes) => nodes.iter().any(has_boundary),
        Node::Repeat { node, .. } | Node::Ahead { node, .. } => has_boundary(node),
    }
}

/// The characters of ECMA-262 `\w`.
fn word() -> CharRange {
    let ranges = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]
        .map(|(first, last)| AnyRange::new(Char::new(first), Char::new(last)));
    CharRange::new_from_ranges(&ranges)
}
