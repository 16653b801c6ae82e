//! A shortest string that several patterns admit at once and that answers a question: breadth first, one layer for each
//! character.
//!
//! A node is one state of each automaton, together with whether the question is answered already. Nothing is determinized
//! and no automaton is complemented: of the many paths one string can take, one that is accepted is enough.

use std::collections::{HashMap, HashSet};

use regex_syntax::hir::ClassUnicode;

use super::alphabet::Alphabet;
use super::ast::Pattern;
use super::charset;
use super::nfa::{Nfa, State};
use super::spread::Spread;
use super::undecided::Obstacle;

/// What is asked of a string, beside that it is admitted.
#[derive(Clone, Copy)]
pub(super) enum Question<'q> {
    /// Does it hold one of these characters, anywhere?
    Contains(&'q ClassUnicode),
    /// Does it begin with one of these characters?
    Starts(&'q ClassUnicode),
    /// Is there one at all?
    Anything,
}

/// A parsed pattern with its automaton.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) pattern: Pattern,
    pub(super) nfa: Nfa,
}

/// Every automaton, and the number of characters.
pub(super) struct Conditions<'c> {
    pub(super) automata: &'c [&'c Automaton],
    pub(super) min: u64,
    pub(super) max: Option<u64>,
}

/// The greatest least length: every layer up to it is searched anew.
const MAX_MIN: u64 = 10_000;

/// A string that answers, and how hard it is to read.
pub(super) struct Found {
    pub(super) text: String,
    pub(super) cost: u64,
}

/// How many nodes may still be looked at, over all searches of one decision.
pub(super) struct Budget(usize);

impl Budget {
    /// Below a tenth of a second in a debug build.
    pub(super) fn new() -> Self {
        Self(60_000)
    }

    fn spend(&mut self) -> Result<(), Obstacle> {
        self.0 = self.0.checked_sub(1).ok_or(Obstacle::OverBound(
            "more than 60000 steps of search; long patterns, many under one `allOf`, or a high `minLength`",
        ))?;
        Ok(())
    }
}

/// A shortest string that meets the conditions and answers the question, the most readable among the shortest; `None` when
/// there is none.
pub(super) fn shortest(
    conditions: &Conditions<'_>,
    question: Question<'_>,
    budget: &mut Budget,
) -> Result<Option<Found>, Obstacle> {
    if conditions.min > MAX_MIN {
        return Err(Obstacle::OverBound("a `minLength` above 10000"));
    }
    Search::new(conditions, question)?.run(conditions, budget)
}

/// Index of the last character in [`Search::trail`], none for the empty string.
type Trail = Option<usize>;

/// A node at which a character was just taken.
struct Arrival {
    node: u64,
    cost: u64,
    trail: Trail,
}

/// A node within a layer. `moved` automata have found a state that takes a character; the others have yet to.
#[derive(Clone, Copy)]
struct Node {
    place: u64,
    answered: bool,
    moved: usize,
}

/// To each node of the next layer the cheapest way: its cost, the trail up to it, and the kind of the last character.
type Ways = HashMap<u64, (u64, Trail, usize), Spread>;

struct Search<'c> {
    automata: &'c [&'c Automaton],
    question: Question<'c>,
    alphabet: Alphabet,
    /// For each automaton and each of its atoms, the number of its set in the alphabet.
    sets: Vec<Vec<usize>>,
    /// What one state of each automaton counts in [`Node::place`], a number in mixed radix.
    weights: Vec<u64>,
    trail: Vec<(Trail, char)>,
}

/// The set of every character, and the set the question is about.
const ANY: usize = 0;
const ASKED: usize = 1;

impl<'c> Search<'c> {
    fn new(conditions: &Conditions<'c>, question: Question<'c>) -> Result<Self, Obstacle> {
        let any = charset::any();
        let asked = match question {
            Question::Contains(set) | Question::Starts(set) => set,
            Question::Anything => &any,
        };
        let mut distinct = vec![&any, asked];
        let mut numbers: HashMap<Vec<(char, char)>, usize> = HashMap::new();
        let mut sets = Vec::new();
        for automaton in conditions.automata {
            let mut of_atoms = Vec::new();
            for atom in &automaton.pattern.atoms {
                let ranges = atom.set.iter().map(|r| (r.start(), r.end())).collect();
                of_atoms.push(*numbers.entry(ranges).or_insert_with(|| {
                    distinct.push(&atom.set);
                    distinct.len() - 1
                }));
            }
            sets.push(of_atoms);
        }
        let alphabet = Alphabet::new(&distinct)?;

        let mut weights = Vec::new();
        let mut places: u64 = 1;
        for automaton in conditions.automata {
            weights.push(places);
            places = places
                .checked_mul(automaton.nfa.states.len() as u64)
                // Room for the flags that `Node::key` adds.
                .filter(|&places| places < 1 << 48)
                .ok_or(Obstacle::OverBound(
                    "the patterns under one `allOf` together have more than 2^48 states",
                ))?;
        }
        Ok(Self {
            automata: conditions.automata,
            question,
            alphabet,
            sets,
            weights,
            trail: Vec::new(),
        })
    }

    fn run(
        mut self,
        conditions: &Conditions<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Found>, Obstacle> {
        let start = Node {
            place: self
                .automata
                .iter()
                .zip(&self.weights)
                .map(|(automaton, weight)| automaton.nfa.first as u64 * weight)
                .sum(),
            answered: matches!(self.question, Question::Anything),
            moved: 0,
        };
        let mut layer = vec![Arrival { node: self.key(start), cost: 0, trail: None }];
        let mut seen = HashSet::default();
        let mut length = 0;
        while !layer.is_empty() && conditions.max.is_none_or(|max| length <= max) {
            // The cheapest way to a node is kept because it is tried first.
            layer.sort_unstable_by_key(|arrival| (arrival.cost, arrival.node));
            if length >= conditions.min
                && let Some(end) = layer.iter().find(|end| self.accepts(end.node, length == 0))
            {
                return Ok(Some(Found { text: self.text(end.trail), cost: end.cost }));
            }
            if length <= conditions.min {
                // Up to the least length a node means something else in each layer; from there on, the earlier the better.
                seen.clear();
            }
            layer = self.step(&layer, &mut seen, length == 0, budget)?;
            length += 1;
        }
        Ok(None)
    }

    /// From one layer to the next: through every state that takes nothing, then over one character.
    fn step(
        &mut self,
        layer: &[Arrival],
        seen: &mut HashSet<u64, Spread>,
        first: bool,
        budget: &mut Budget,
    ) -> Result<Vec<Arrival>, Obstacle> {
        let mut next = Ways::default();
        let mut work = Vec::new();
        for arrival in layer {
            work.push(self.node(arrival.node));
            while let Some(node) = work.pop() {
                if !seen.insert(self.key(node)) {
                    continue;
                }
                budget.spend()?;
                let Some(automaton) = self.automata.get(node.moved) else {
                    self.offer(node, arrival, first, &mut next);
                    continue;
                };
                match automaton.nfa.states[self.state(node, node.moved)] {
                    // The last one to move need not be looked at again.
                    State::Take(..) if node.moved + 1 == self.automata.len() => {
                        self.offer(node, arrival, first, &mut next);
                    }
                    State::Take(..) => work.push(Node { moved: node.moved + 1, ..node }),
                    State::Split(one, two) => {
                        work.push(self.moved_to(node, node.moved, one));
                        work.push(self.moved_to(node, node.moved, two));
                    }
                    State::Start(to) if first => work.push(self.moved_to(node, node.moved, to)),
                    // `$` forbids the character that is about to be taken; what ends here is asked by `accepts`.
                    State::Start(_) | State::End(_) | State::Accept => {}
                }
            }
        }
        Ok(next
            .into_iter()
            .map(|(node, (cost, before, kind))| {
                self.trail.push((before, self.alphabet.faces[kind].0));
                Arrival { node, cost, trail: Some(self.trail.len() - 1) }
            })
            .collect())
    }

    /// Adds the ways over one character from a node at which all automata have moved, where they are the cheapest yet.
    fn offer(&self, node: Node, arrival: &Arrival, first: bool, next: &mut Ways) {
        for (kind, to) in self.over(node, first).into_iter().flatten() {
            let face = u64::from(self.alphabet.faces[kind].1);
            // Of two strings that differ in order only, the one that is answered late reads better.
            let cost = arrival.cost + 4 * face + u64::from(node.answered);
            let way = next.entry(self.key(to)).or_insert((u64::MAX, None, 0));
            if cost < way.0 {
                *way = (cost, arrival.trail, kind);
            }
        }
    }

    /// The two ways over one character that all automata take: one that answers the question, one that leaves it open.
    fn over(&self, node: Node, first: bool) -> [Option<(usize, Node)>; 2] {
        let mut to = Node { moved: 0, ..node };
        for (index, automaton) in self.automata.iter().enumerate() {
            if let State::Take(_, next) = automaton.nfa.states[self.state(node, index)] {
                to = self.moved_to(to, index, next);
            }
        }
        let mut answering = None;
        let mut leaving = None;
        let asked = &self.alphabet.sets[ASKED];
        for word in 0..asked.len() {
            let taken = self.taken(node, word);
            let mask = if node.answered { u64::MAX } else { asked[word] };
            answering = answering.or_else(|| cheapest(taken & mask, word));
            leaving = leaving.or_else(|| cheapest(taken & !mask, word));
        }
        if first && matches!(self.question, Question::Starts(_)) {
            leaving = None;
        }
        let answered = Node { answered: true, ..to };
        [answering.map(|kind| (kind, answered)), leaving.map(|kind| (kind, to))]
    }

    /// One word of the set of kinds that all automata take at this node.
    fn taken(&self, node: Node, word: usize) -> u64 {
        let mut taken = self.alphabet.sets[ANY][word];
        for (index, automaton) in self.automata.iter().enumerate() {
            if let State::Take(Some(atom), _) = automaton.nfa.states[self.state(node, index)] {
                taken &= self.alphabet.sets[self.sets[index][atom]][word];
            }
        }
        taken
    }

    /// Whether the string that leads to this node may end here.
    fn accepts(&self, key: u64, empty: bool) -> bool {
        let node = self.node(key);
        node.answered
            && self.automata.iter().enumerate().all(|(index, automaton)| {
                if empty {
                    automaton.nfa.admits_empty
                } else {
                    automaton.nfa.ends[self.state(node, index)]
                }
            })
    }

    fn text(&self, mut trail: Trail) -> String {
        let mut chars = Vec::new();
        while let Some(index) = trail {
            let (before, c) = self.trail[index];
            chars.push(c);
            trail = before;
        }
        chars.into_iter().rev().collect()
    }

    fn key(&self, node: Node) -> u64 {
        (node.place * 2 + u64::from(node.answered)) * (self.automata.len() as u64 + 1)
            + node.moved as u64
    }

    fn node(&self, key: u64) -> Node {
        let moves = self.automata.len() as u64 + 1;
        Node {
            place: key / moves / 2,
            answered: key / moves % 2 == 1,
            moved: usize::try_from(key % moves).unwrap_or_default(),
        }
    }

    fn state(&self, node: Node, index: usize) -> usize {
        let states = self.automata[index].nfa.states.len() as u64;
        usize::try_from(node.place / self.weights[index] % states).unwrap_or_default()
    }

    fn moved_to(&self, node: Node, index: usize, state: usize) -> Node {
        let from = self.state(node, index) as u64;
        let weight = self.weights[index];
        Node { place: node.place - from * weight + state as u64 * weight, ..node }
    }
}

/// The most readable of these kinds, which are those of one word of a set.
fn cheapest(kinds: u64, word: usize) -> Option<usize> {
    (kinds != 0).then(|| word * 64 + kinds.trailing_zeros() as usize)
}
