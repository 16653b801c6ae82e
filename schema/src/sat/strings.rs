//! Strings: bounds of length, patterns, single strings to keep off.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::{Outcome, Solver, State};
use crate::ir::{Kinds, Lit, Node, Reason};
use crate::language::{self, Failure, Language};

/// References within references that are followed to find the language of names.
const MAX_REFERENCES: usize = 40;
/// A longer string is no help as a witness.
const MAX_WRITTEN: u64 = 100_000;

impl Solver<'_> {
    pub(super) fn string(&mut self, state: &State) -> Outcome {
        let (mut min, mut max) = (0, None::<u64>);
        let mut patterns = BTreeSet::new();
        for &lit in &state.atoms {
            match (&**self.graph.node(lit), lit.is_negated()) {
                (Node::MinLength(bound), false) => min = min.max(*bound),
                (Node::MaxLength(bound), true) => min = min.max(bound.saturating_add(1)),
                (Node::MaxLength(bound), false) => {
                    max = Some(max.map_or(*bound, |max| max.min(*bound)));
                }
                (Node::MinLength(0), true) => return Outcome::Nothing,
                (Node::MinLength(bound), true) => {
                    max = Some(max.map_or(bound - 1, |max| max.min(bound - 1)));
                }
                (Node::Pattern(pattern), negated) => {
                    patterns.insert((Rc::clone(pattern), negated));
                }
                _ => {}
            }
        }
        if max.is_some_and(|max| min > max) {
            return Outcome::Nothing;
        }
        let excluded: BTreeSet<&str> = state.excluded.iter().filter_map(Value::as_str).collect();
        if patterns.is_empty() {
            return plain(min, max, &excluded);
        }
        let patterns: Vec<_> = patterns.into_iter().collect();
        let found = self
            .languages
            .meet(&patterns)
            .and_then(|language| patterned(&language, min, max, &excluded));
        match found {
            Ok(Some(text)) => Outcome::found(text.into()),
            Ok(None) => Outcome::Nothing,
            Err(failure) => Outcome::Unknown(Rc::new(self.about_patterns(&state.atoms, &failure))),
        }
    }

    /// The reason, with the place of the first pattern.
    fn about_patterns(&self, atoms: &[Lit], failure: &Failure) -> Reason {
        let place = atoms.iter().find_map(|lit| self.graph.places.get(&lit.node()));
        Reason { text: (**failure).into(), pointer: place.cloned().unwrap_or_default() }
    }

    /// The strings that meet the assertion.
    pub(super) fn strings_of(&mut self, lit: Lit) -> Result<Language, Failure> {
        if let Some(known) = self.names.get(&lit) {
            return known.clone();
        }
        let made = self.strings_within(lit, 0);
        self.names.insert(lit, made.clone());
        made
    }

    fn strings_within(&mut self, lit: Lit, depth: usize) -> Result<Language, Failure> {
        if depth > MAX_REFERENCES {
            return Err("names whose schema is nested too deeply".into());
        }
        let node = Rc::clone(self.graph.node(lit));
        let language = match &*node {
            Node::All(lits) => {
                let mut language = language::any();
                for &lit in lits {
                    language = language::both(&language, &self.strings_within(lit, depth + 1)?)?;
                }
                language
            }
            Node::Kind(kinds) if kinds.has(Kinds::STRING) => language::any(),
            Node::Kind(_) => language::none(),
            Node::Enum(values) => {
                language::literals(values.iter().filter_map(|one| one.value.as_str()))?
            }
            Node::MinLength(min) => language::of_length(*min, None)?,
            Node::MaxLength(max) => language::of_length(0, Some(*max))?,
            Node::Pattern(pattern) => self.languages.pattern(pattern)?,
            Node::Ref(target) => self.strings_within(self.graph.target(*target), depth + 1)?,
            Node::Opaque(_) => return Err("names whose schema is not understood".into()),
            _ => language::any(),
        };
        if lit.is_negated() { language::minus(&language::any(), &language) } else { Ok(language) }
    }
}

/// Strings of some length, without patterns.
fn plain(min: u64, max: Option<u64>, excluded: &BTreeSet<&str>) -> Outcome {
    if min > MAX_WRITTEN {
        return Outcome::unknown("only strings of more than 100000 characters are left");
    }
    let length = usize::try_from(min).expect("at most 100000");
    let mut tried = "a".repeat(length);
    for round in 0..=excluded.len() {
        if !excluded.contains(&*tried) {
            return Outcome::found(tried.into());
        }
        // A longer one where there may be, else another of this length: there are a million for each character.
        let longer = max.is_none_or(|max| (tried.chars().count() as u64) < max);
        if longer {
            tried.push('a');
        } else if length_of(&tried) == 0 {
            return Outcome::Nothing;
        } else {
            let Some(other) = another(round) else { break };
            tried.pop();
            tried.push(other);
        }
    }
    Outcome::unknown("every string that was tried is excluded")
}

fn length_of(text: &str) -> usize {
    text.chars().count()
}

fn another(round: usize) -> Option<char> {
    let code = u32::try_from(round).ok()?.checked_add(u32::from('b'))?;
    char::from_u32(code)
}

fn patterned(
    language: &Language,
    min: u64,
    max: Option<u64>,
    excluded: &BTreeSet<&str>,
) -> Result<Option<String>, Failure> {
    let excluded: Vec<&str> =
        excluded.iter().copied().filter(|text| language.is_match(text)).collect();
    let language = if excluded.is_empty() {
        Rc::clone(language)
    } else {
        language::minus(language, &language::literals(excluded)?)?
    };
    if !language::has_length(&language, min, max)? {
        return Ok(None);
    }
    match language::samples(&language, 1, min, max)?.pop() {
        Some(text) => Ok(Some(text)),
        None => Err("no string could be written for a pattern".into()),
    }
}
