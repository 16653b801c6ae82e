//! From a question about a type to searches, and from what they find to an answer.

use std::collections::{HashMap, HashSet};

use regex_syntax::hir::ClassUnicode;

use super::nfa::Nfa;
use super::parse;
use super::search::{Automaton, Budget, Conditions, Found, Question, shortest};
use super::undecided::{Obstacle, Undecided};
use super::{Decision, Strings, charset};

/// Alternatives that a type may come to once `allOf` is multiplied out.
const MAX_CASES: usize = 64;
/// How often another string is looked for when a `not` or an overlap took the first one out.
const MAX_TRIES: usize = 4;

pub(super) fn decide(strings: &Strings, question: Question<'_>) -> Decision {
    match answer(strings, question) {
        Ok(None) => Decision::Never,
        Ok(Some(witness)) => Decision::Admits { witness },
        Err(reason) => Decision::Undecided { reason },
    }
}

fn answer(strings: &Strings, question: Question<'_>) -> Result<Option<String>, Undecided> {
    let cases = cases(strings)?;
    let automata = Automata::of(strings);
    let mut budget = Budget::new();
    let Some(first) = best(&cases, question, &automata, &mut budget)? else {
        return Ok(None);
    };
    // What was searched is wider than the type where there is a `not` or a `oneOf`; elsewhere it is the type.
    if admits(strings, &first, true, &automata)? {
        return Ok(Some(first));
    }
    if let Question::Contains(set) = question {
        let mut left = set.clone();
        let mut found = first.clone();
        for _ in 1..MAX_TRIES {
            left = charset::minus(&left, &charset::of_chars(found.chars()));
            match best(&cases, Question::Contains(&left), &automata, &mut budget) {
                Ok(Some(next)) => found = next,
                Ok(None) | Err(_) => break,
            }
            if admits(strings, &found, true, &automata)? {
                return Ok(Some(found));
            }
        }
    }
    Err(Undecided::whole(if admits(strings, &first, false, &automata)? {
        Obstacle::Negation { found: first }
    } else {
        Obstacle::Overlap { found: first }
    }))
}

/// The shortest answer over all cases. One that was found counts, whatever the other cases hide.
fn best(
    cases: &[Case<'_>],
    question: Question<'_>,
    automata: &Automata<'_>,
    budget: &mut Budget,
) -> Result<Option<String>, Undecided> {
    let mut best: Option<Found> = None;
    let mut obstacle = None;
    let weight = |found: &Found| (found.text.chars().count(), found.cost);
    for case in cases {
        match case.search(question, automata, budget) {
            Ok(None) => {}
            Ok(Some(found)) => {
                if best.as_ref().is_none_or(|best| weight(&found) < weight(best)) {
                    best = Some(found);
                }
            }
            Err(reason) => obstacle = obstacle.or(Some(reason)),
        }
    }
    match (best, obstacle) {
        (Some(found), _) => Ok(Some(found.text)),
        (None, Some(reason)) => Err(reason),
        (None, None) => Ok(None),
    }
}

/// What must hold of a string all at once. The cases of a type, together, admit what it admits, and more where it has a
/// `not` or a `oneOf`.
#[derive(Clone, Default)]
struct Case<'s> {
    patterns: Vec<&'s str>,
    words: Option<Vec<&'s str>>,
    min: u64,
    max: Option<u64>,
}

fn cases(strings: &Strings) -> Result<Vec<Case<'_>>, Undecided> {
    let one = |case| Ok(vec![case]);
    match strings {
        Strings::Any | Strings::Not(_) => one(Case::default()),
        Strings::Nothing => Ok(Vec::new()),
        Strings::Pattern(pattern) => one(Case { patterns: vec![pattern], ..Case::default() }),
        Strings::OneOfWords(words) => {
            one(Case { words: Some(words.iter().map(String::as_str).collect()), ..Case::default() })
        }
        Strings::Length { min, max } => one(Case { min: *min, max: *max, ..Case::default() }),
        Strings::AnyOf(branches) | Strings::OneOf(branches) => {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(cases(branch)?);
            }
            let all = words_as_one(all);
            within_bound(all.len())?;
            Ok(all)
        }
        Strings::All(parts) => {
            let mut all = vec![Case::default()];
            for part in parts {
                let part = cases(part)?;
                within_bound(all.len().saturating_mul(part.len()))?;
                all =
                    all.iter().flat_map(|left| part.iter().map(|right| left.and(right))).collect();
            }
            Ok(all)
        }
    }
}

/// Branches that are words and nothing else, as one: a list of `const` is how many tools write an `enum` with descriptions.
fn words_as_one(cases: Vec<Case<'_>>) -> Vec<Case<'_>> {
    let (lists, mut others): (Vec<_>, Vec<_>) = cases
        .into_iter()
        .partition(|case| case.words.is_some() && case.patterns.is_empty() && case.is_any_length());
    if !lists.is_empty() {
        others.push(Case {
            words: Some(lists.into_iter().filter_map(|case| case.words).flatten().collect()),
            ..Case::default()
        });
    }
    others
}

fn within_bound(cases: usize) -> Result<(), Undecided> {
    if cases <= MAX_CASES {
        return Ok(());
    }
    Err(Undecided::whole(Obstacle::OverBound(
        "`anyOf` or `oneOf`, multiplied out through `allOf`, come to more than 64 alternatives",
    )))
}

impl<'s> Case<'s> {
    fn is_any_length(&self) -> bool {
        self.min == 0 && self.max.is_none()
    }

    fn and(&self, other: &Self) -> Self {
        let mut patterns = self.patterns.clone();
        for pattern in &other.patterns {
            if !patterns.contains(pattern) {
                patterns.push(pattern);
            }
        }
        let words = match (&self.words, &other.words) {
            (Some(left), Some(right)) => {
                let right: HashSet<&str> = right.iter().copied().collect();
                Some(left.iter().copied().filter(|w| right.contains(w)).collect())
            }
            (left, right) => left.clone().or_else(|| right.clone()),
        };
        Self {
            patterns,
            words,
            min: self.min.max(other.min),
            max: match (self.max, other.max) {
                (Some(left), Some(right)) => Some(left.min(right)),
                (left, right) => left.or(right),
            },
        }
    }

    fn search(
        &self,
        question: Question<'_>,
        automata: &Automata<'s>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Undecided> {
        // A pattern that cannot be decided is left out, which admits more: proof against the others is proof.
        let mut decided = Vec::new();
        let mut obstacle = None;
        for &pattern in &self.patterns {
            match automata.get(pattern) {
                Ok(automaton) => decided.push(automaton),
                Err(reason) => obstacle = obstacle.or(Some(reason)),
            }
        }
        let found = match &self.words {
            Some(words) => self.search_words(words, question, &decided),
            None => self.search_automata(&decided, question, budget).map_err(Undecided::whole)?,
        };
        match (found, obstacle) {
            (Some(_), Some(reason)) => Err(reason),
            (found, _) => Ok(found),
        }
    }

    fn search_words(
        &self,
        words: &[&str],
        question: Question<'_>,
        decided: &[&Automaton],
    ) -> Option<Found> {
        words
            .iter()
            .filter(|word| {
                within(word, self.min, self.max)
                    && answers(word, question)
                    && decided.iter().all(|a| a.nfa.matches(&a.pattern, word))
            })
            .min_by_key(|word| word.chars().count())
            .map(|word| Found { text: (*word).to_owned(), cost: 0 })
    }

    fn search_automata(
        &self,
        decided: &[&Automaton],
        question: Question<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Obstacle> {
        // One condition is often enough for a proof, and much smaller than all of them at once.
        if decided.len() > 1 || self.min > 1 {
            for &automaton in decided {
                let alone = Conditions { automata: &[automaton], min: 0, max: None };
                if shortest(&alone, question, budget)?.is_none() {
                    return Ok(None);
                }
            }
        }
        let together = Conditions { automata: decided, min: self.min, max: self.max };
        shortest(&together, question, budget)
    }
}

/// Each pattern of a type, compiled once.
struct Automata<'s>(HashMap<&'s str, Result<Automaton, Undecided>>);

impl<'s> Automata<'s> {
    fn of(strings: &'s Strings) -> Self {
        let mut automata = Self(HashMap::new());
        automata.collect(strings);
        automata
    }

    fn collect(&mut self, strings: &'s Strings) {
        match strings {
            Strings::Pattern(pattern) => {
                self.0.entry(pattern).or_insert_with(|| compile(pattern));
            }
            Strings::All(parts) | Strings::AnyOf(parts) | Strings::OneOf(parts) => {
                for part in parts {
                    self.collect(part);
                }
            }
            Strings::Not(inner) => self.collect(inner),
            Strings::Any | Strings::Nothing | Strings::OneOfWords(_) | Strings::Length { .. } => {}
        }
    }

    fn get(&self, pattern: &str) -> Result<&Automaton, Undecided> {
        self.0[pattern].as_ref().map_err(Clone::clone)
    }
}

/// A pattern's tree and automaton.
pub(super) fn compile(pattern: &str) -> Result<Automaton, Undecided> {
    let tree = parse::parse(pattern)
        .map_err(|fault| Undecided::in_pattern(fault.obstacle, pattern, fault.offset))?;
    let nfa = Nfa::new(&tree).map_err(|obstacle| Undecided::in_pattern(obstacle, pattern, 0))?;
    Ok(Automaton { pattern: tree, nfa })
}

/// Most steps for checking one string: below a tenth of a second in a debug build.
const MAX_CHECK: usize = 1_500_000;

const TOO_LONG: &str = "a counter-example that takes more than 1500000 steps to check; a long repetition without `^` before it";

/// Whether the type admits this one string; with `negations` off, as if each `not` held.
fn admits(
    strings: &Strings,
    text: &str,
    negations: bool,
    automata: &Automata<'_>,
) -> Result<bool, Undecided> {
    let admitted = |part: &Strings| admits(part, text, negations, automata);
    Ok(match strings {
        Strings::Any => true,
        Strings::Nothing => false,
        Strings::Pattern(pattern) => {
            let automaton = automata.get(pattern)?;
            // A pattern that is not anchored may be in as many states as there are characters.
            if text.chars().count().saturating_mul(automaton.nfa.states.len()) > MAX_CHECK {
                return Err(Undecided::in_pattern(Obstacle::OverBound(TOO_LONG), pattern, 0));
            }
            automaton.nfa.matches(&automaton.pattern, text)
        }
        Strings::OneOfWords(words) => words.iter().any(|word| word == text),
        Strings::Length { min, max } => within(text, *min, *max),
        Strings::All(parts) => {
            for part in parts {
                if !admitted(part)? {
                    return Ok(false);
                }
            }
            true
        }
        Strings::AnyOf(parts) => {
            // A branch that cannot be judged matters only when no other admits the string.
            let mut obstacle = None;
            for part in parts {
                match admitted(part) {
                    Ok(true) => return Ok(true),
                    Ok(false) => {}
                    Err(reason) => obstacle = obstacle.or(Some(reason)),
                }
            }
            return obstacle.map_or(Ok(false), Err);
        }
        Strings::OneOf(parts) => {
            let mut count = 0;
            for part in parts {
                count += usize::from(admitted(part)?);
            }
            count == 1
        }
        Strings::Not(inner) => !negations || !admitted(inner)?,
    })
}

/// Whether `text` has between `min` and `max` characters.
fn within(text: &str, min: u64, max: Option<u64>) -> bool {
    let length = text.chars().count() as u64;
    length >= min && max.is_none_or(|max| length <= max)
}

fn answers(text: &str, question: Question<'_>) -> bool {
    let holds = |set: &ClassUnicode, c| charset::contains(set, c);
    match question {
        Question::Contains(set) => text.chars().any(|c| holds(set, c)),
        Question::Starts(set) => text.chars().next().is_some_and(|c| holds(set, c)),
        Question::Anything => true,
    }
}
