//! Languages: the sets of strings that patterns and bounds of length admit, as automata.

mod ecma;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use regexsolver::CharRange;
use regexsolver::cardinality::Cardinality;
use regexsolver::error::EngineError;
use regexsolver::fast_automaton::{FastAutomaton, GenerationOptions};
use regexsolver::regex_charclass::{AnyRange, Char};

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

/// A language, or why it could not be made.
type Made = Result<Language, Failure>;

/// The languages of patterns, each made once.
#[derive(Debug, Default)]
pub(crate) struct Languages {
    patterns: HashMap<Rc<str>, Made>,
    meets: HashMap<Vec<(Rc<str>, bool)>, Made>,
}

impl Languages {
    /// The strings in which the pattern is found.
    pub(crate) fn pattern(&mut self, pattern: &Rc<str>) -> Result<Language, Failure> {
        if let Some(known) = self.patterns.get(pattern) {
            return known.clone();
        }
        let made = ecma::compile(pattern);
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
        // What is wanted first: it is mostly smaller than what is not.
        for wanted in [true, false] {
            for (pattern, negated) in patterns {
                if *negated != wanted {
                    let other = self.pattern(pattern)?;
                    language =
                        if wanted { both(&language, &other)? } else { minus(&language, &other)? };
                }
            }
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
pub(crate) fn literals<'s>(
    strings: impl IntoIterator<Item = &'s str>,
) -> Result<Language, Failure> {
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
        let more = language.generate_strings(limit, 0, options).map_err(|error| failed(&error))?;
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

fn one(range: &CharRange) -> Language {
    Rc::new(FastAutomaton::new_from_range(range))
}

fn concat(languages: &[Language]) -> Result<Language, Failure> {
    FastAutomaton::concat_all(languages.iter().map(|language| &**language))
        .map(Rc::new)
        .map_err(|error| failed(&error))
}
