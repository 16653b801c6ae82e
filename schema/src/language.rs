//! Languages: the sets of strings that patterns and bounds of length admit, as automata.
//!
//! A pattern of ECMA-262 is searched for, knows anchors in any place, word boundaries and look-ahead; an automaton of
//! `regexsolver` matches whole strings and knows none of these. The translation works backwards with continuations: the
//! language of a node is that of everything which may be left to read from its place on, given what may be left to read
//! after it. Then `$` keeps what may end here, and a look-ahead intersects.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use regexsolver::CharRange;
use regexsolver::cardinality::Cardinality;
use regexsolver::error::EngineError;
use regexsolver::fast_automaton::{FastAutomaton, GenerationOptions};
use regexsolver::regex_charclass::{AnyRange, Char};
use toolnode_rules::argv::{self, Node, Pattern};

/// A set of strings, which is cheap to clone.
pub(crate) type Language = Rc<FastAutomaton>;

/// Repetitions that are written out, and lengths that are counted by states.
const MAX_COUNT: u64 = 400;
/// Lengths that are tried one by one.
const MAX_LAYERS: u64 = 20_000;

/// Why a language could not be had.
pub(crate) type Failure = Rc<str>;

fn failed(error: &EngineError) -> Failure {
    format!("the automaton of a pattern is out of bounds: {error}").into()
}

/// The languages of patterns, each made once.
#[derive(Debug, Default)]
pub(crate) struct Languages {
    patterns: HashMap<Rc<str>, Result<Language, Failure>>,
    meets: HashMap<Vec<(Rc<str>, bool)>, Result<Language, Failure>>,
}

impl Languages {
    /// The strings in which the pattern is found.
    pub(crate) fn pattern(&mut self, pattern: &Rc<str>) -> Result<Language, Failure> {
        if let Some(known) = self.patterns.get(pattern) {
            return known.clone();
        }
        let made = compile(pattern);
        self.patterns.insert(Rc::clone(pattern), made.clone());
        made
    }

    /// The strings in which each pattern is found, or is not found where it is negated. The patterns are sorted.
    pub(crate) fn meet(&mut self, patterns: &[(Rc<str>, bool)]) -> Result<Language, Failure> {
        if let [(pattern, false)] = patterns {
            return self.pattern(pattern);
        }
        if let Some(known) = self.meets.get(patterns) {
            return known.clone();
        }
        let made = self.meet_anew(patterns);
        self.meets.insert(patterns.to_vec(), made.clone());
        made
    }

    fn meet_anew(&mut self, patterns: &[(Rc<str>, bool)]) -> Result<Language, Failure> {
        let mut language = any();
        for (pattern, negated) in patterns {
            let other = self.pattern(pattern)?;
            language =
                if *negated { minus(&language, &other)? } else { both(&language, &other)? };
        }
        Ok(language)
    }
}

/// Every string.
pub(crate) fn any() -> Language {
    Rc::new(FastAutomaton::new_total())
}

/// No string.
pub(crate) fn none() -> Language {
    Rc::new(FastAutomaton::new_empty())
}

/// The strings in both.
pub(crate) fn both(a: &Language, b: &Language) -> Result<Language, Failure> {
    if Rc::ptr_eq(a, b) || b.is_total() {
        return Ok(Rc::clone(a));
    }
    if a.is_total() {
        return Ok(Rc::clone(b));
    }
    settled(a.intersection(b))
}

/// The strings of `a` that are not in `b`.
pub(crate) fn minus(a: &Language, b: &Language) -> Result<Language, Failure> {
    settled(a.difference(b))
}

/// The strings in any of these.
pub(crate) fn either(languages: &[Language]) -> Result<Language, Failure> {
    settled(FastAutomaton::union_all(languages.iter().map(|language| &**language)))
}

/// These strings.
pub(crate) fn literals<'s>(strings: impl IntoIterator<Item = &'s str>) -> Result<Language, Failure> {
    let each: Vec<_> = strings.into_iter().map(literal).collect::<Result<_, _>>()?;
    either(&each)
}

fn literal(text: &str) -> Result<Language, Failure> {
    let chars: Vec<_> = text.chars().map(|c| FastAutomaton::new_from_range(&range(c, c))).collect();
    FastAutomaton::concat_all(&chars).map(Rc::new).map_err(|error| failed(&error))
}

/// The strings of so many characters.
pub(crate) fn of_length(min: u64, max: Option<u64>) -> Result<Language, Failure> {
    if max.unwrap_or(min) > MAX_COUNT {
        return Err("a bound of length beyond 400, together with patterns".into());
    }
    let count = |n: u64| u32::try_from(n).expect("at most 400");
    if max.is_some_and(|max| max < min) {
        return Ok(none());
    }
    let one = FastAutomaton::new_from_range(&CharRange::total());
    settled(one.repeat(count(min), max.map(count)))
}

/// How many strings there are, where there are few.
pub(crate) fn count(language: &Language) -> Result<Option<u64>, Failure> {
    match language.cardinality().map_err(|error| failed(&error))? {
        Cardinality::Integer(count) => Ok(Some(u64::from(count))),
        Cardinality::Infinite | Cardinality::BigInteger => Ok(None),
    }
}

/// Whether some string has a length within these bounds.
pub(crate) fn has_length(language: &Language, min: u64, max: Option<u64>) -> Result<bool, Failure> {
    if min == 0 && max.is_none() {
        return Ok(!language.is_empty());
    }
    let live = language.live_states();
    let mut layer = BTreeSet::from([language.start_state()]);
    for length in 0..=MAX_LAYERS {
        layer.retain(|state| live.contains(state));
        if layer.is_empty() || max.is_some_and(|max| length > max) {
            return Ok(false);
        }
        // Without an upper bound, a live state is one that leads to acceptance.
        if length >= min
            && (max.is_none() || layer.iter().any(|&state| language.is_accepted(state)))
        {
            return Ok(true);
        }
        layer = layer
            .iter()
            .flat_map(|&state| language.transitions_from(state))
            .filter(|(condition, _)| !condition.is_empty())
            .map(|(_, &to)| to)
            .collect();
    }
    Err("a bound of length beyond 20000, together with patterns".into())
}

/// Up to `limit` strings within these bounds of length, readable and short ones first where there are such.
pub(crate) fn samples(
    language: &Language,
    limit: usize,
    min: u64,
    max: Option<u64>,
) -> Result<Vec<String>, Failure> {
    let bound = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    let mut options = GenerationOptions::new().with_min_length(bound(min));
    if let Some(max) = max {
        options = options.with_max_length(bound(max));
    }
    let mut found: Vec<String> = Vec::new();
    for charset in [Some(range('a', 'z')), Some(range(' ', '~')), None] {
        let options = match charset {
            Some(charset) => options.clone().with_charset(charset),
            None => options.clone(),
        };
        let more =
            language.generate_strings(limit, 0, options).map_err(|error| failed(&error))?;
        for text in more {
            if found.len() < limit && !found.contains(&text) {
                found.push(text);
            }
        }
        if found.len() >= limit {
            break;
        }
    }
    Ok(found)
}

fn settled(made: Result<FastAutomaton, EngineError>) -> Result<Language, Failure> {
    let mut made = made
        .and_then(|made| made.determinize().map(std::borrow::Cow::into_owned))
        .map_err(|error| failed(&error))?;
    made.minimize().map_err(|error| failed(&error))?;
    Ok(Rc::new(made))
}

fn range(first: char, last: char) -> CharRange {
    CharRange::new_from_ranges(&[AnyRange::new(Char::new(first), Char::new(last))])
}

/// The characters of ECMA-262 `\w`.
fn word() -> CharRange {
    let ranges = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]
        .map(|(first, last)| AnyRange::new(Char::new(first), Char::new(last)));
    CharRange::new_from_ranges(&ranges)
}

fn compile(text: &str) -> Result<Language, Failure> {
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

fn one(range: &CharRange) -> Language {
    Rc::new(FastAutomaton::new_from_range(range))
}

fn concat(languages: &[Language]) -> Result<Language, Failure> {
    FastAutomaton::concat_all(languages.iter().map(|language| &**language))
        .map(Rc::new)
        .map_err(|error| failed(&error))
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
            Node::Repeat { node, min, max } => {
                let Some(max) = max.filter(|&max| max <= 8) else {
                    return Err("a pattern that repeats an anchor or a look-ahead".into());
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
                self.plain(node)?
                    .repeat(*min, *max)
                    .map(Rc::new)
                    .map_err(|error| failed(&error))
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
