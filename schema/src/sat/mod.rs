//! Whether some value meets all of a set of assertions: with the value, or with a proof that there is none.
//!
//! One procedure answers everything: `a` accepts nothing that `b` refuses exactly where "`a` and not `b`" has no value.
//! For each kind of value the assertions are taken apart into a conjunction of simple ones and clauses, of which at least
//! one member must hold. The conjunction alone is solved first, by the module of that kind; only a clause that its value
//! breaks is branched on. Parts of values are goals of their own, remembered once solved.
//!
//! # Recursion
//!
//! A goal that comes up again while it is being solved, deeper in the value, may be taken to have no value: if it has one,
//! it has a smallest one, whose parts are smaller still, and the search for the smallest finds it without that branch.
//! What was concluded from such an assumption is remembered for as long as the assumption stands.

mod arrays;
mod branch;
mod numbers;
mod objects;
mod strings;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Instant;

use serde_json::Value;

use crate::ir::{Graph, Kinds, Lit, Node, Reason};
use crate::language::Languages;
use branch::State;

/// Goals within goals: as deep as a value may be nested to be found.
const MAX_DEPTH: usize = 90;
/// Steps of the search between two looks at the clock.
const STEPS_BETWEEN_LOOKS: u64 = 32;

/// Remembered assertions that weigh as much as a node of the graph.
const MEMORY_PER_NODE: usize = 20;

/// What was found out about a goal.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// This value meets it.
    Found(Rc<Value>),
    /// No value does.
    Nothing,
    Unknown(Rc<Reason>),
}

impl Outcome {
    fn unknown(text: impl Into<String>) -> Self {
        Self::Unknown(Rc::new(Reason { text: text.into(), pointer: String::new() }))
    }

    fn found(value: Value) -> Self {
        Self::Found(Rc::new(value))
    }
}

/// What remains of several attempts of which one must succeed.
#[derive(Default)]
struct Attempts(Option<Rc<Reason>>);

impl Attempts {
    /// The value, where this attempt found one.
    fn note(&mut self, outcome: Outcome) -> Option<Rc<Value>> {
        match outcome {
            Outcome::Found(value) => return Some(value),
            Outcome::Nothing => {}
            Outcome::Unknown(reason) => {
                self.0.get_or_insert(reason);
            }
        }
        None
    }

    /// No attempt succeeded.
    fn end(self) -> Outcome {
        self.0.map_or(Outcome::Nothing, Outcome::Unknown)
    }
}

/// Bounds of the whole search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) deadline: Instant,
    pub(crate) steps: u64,
    pub(crate) nodes: usize,
}

/// The search, with what it has found out so far.
pub(crate) struct Solver<'g> {
    pub(crate) graph: &'g mut Graph,
    pub(crate) languages: Languages,
    names: HashMap<Lit, Result<crate::language::Language, crate::language::Failure>>,
    /// What is known of a goal, and the outermost goal being solved that this assumes to have no value.
    known: HashMap<Rc<[Lit]>, (Outcome, usize)>,
    active: HashMap<Rc<[Lit]>, usize>,
    /// Goals in `known` whose outcome rests on an assumption.
    assuming: Vec<Rc<[Lit]>>,
    assumed: usize,
    bounds: Bounds,
    steps: u64,
    /// Assertions in the goals that are remembered.
    remembered: usize,
}

/// Nothing is assumed.
const UNCONDITIONAL: usize = usize::MAX;

impl<'g> Solver<'g> {
    /// A search that may do nothing until [`Solver::begin`] says how much.
    pub(crate) fn new(graph: &'g mut Graph) -> Self {
        Self {
            graph,
            languages: Languages::default(),
            names: HashMap::new(),
            known: HashMap::new(),
            active: HashMap::new(),
            assuming: Vec::new(),
            assumed: UNCONDITIONAL,
            bounds: Bounds { deadline: Instant::now(), steps: 0, nodes: 0 },
            steps: 0,
            remembered: 0,
        }
    }

    /// Begins another search within these bounds. What has been found out stays, but for what bounds have left open.
    pub(crate) fn begin(&mut self, bounds: Bounds) {
        self.bounds = bounds;
        self.steps = 0;
        self.known.retain(|_, (outcome, _)| !matches!(outcome, Outcome::Unknown(_)));
    }

    /// A value that meets all of these.
    pub(crate) fn solve(&mut self, goal: &[Lit]) -> Outcome {
        let Some(goal) = self.flat(goal) else {
            return Outcome::Nothing;
        };
        if let Some((outcome, assumed)) = self.known.get(&goal) {
            self.assumed = self.assumed.min(*assumed);
            return outcome.clone();
        }
        if let Some(&outer) = self.active.get(&goal) {
            self.assumed = self.assumed.min(outer);
            return Outcome::Nothing;
        }
        if self.active.len() >= MAX_DEPTH {
            return Outcome::unknown("values nested more than 90 deep would have to be searched");
        }
        if let Err(outcome) = self.step() {
            return outcome;
        }
        let depth = self.active.len();
        self.active.insert(Rc::clone(&goal), depth);
        let outside = std::mem::replace(&mut self.assumed, UNCONDITIONAL);
        let first = self.assuming.len();
        let outcome = self.search(&goal);
        self.active.remove(&goal);
        let inside = std::mem::replace(&mut self.assumed, outside);
        self.remember(goal, &outcome, depth, inside, first);
        outcome
    }

    fn remember(
        &mut self,
        goal: Rc<[Lit]>,
        outcome: &Outcome,
        depth: usize,
        inside: usize,
        first: usize,
    ) {
        let nothing = matches!(outcome, Outcome::Nothing);
        let rests_on = if nothing && inside < depth { inside } else { UNCONDITIONAL };
        let later = self.assuming.split_off(first);
        for other in later {
            let Some((_, assumed)) = self.known.get_mut(&other) else { continue };
            if *assumed >= depth {
                if !nothing {
                    // It was concluded from the assumption that this goal has no value.
                    self.known.remove(&other);
                    continue;
                }
                *assumed = rests_on;
            }
            if *assumed != UNCONDITIONAL {
                self.assuming.push(other);
            }
        }
        self.assumed = self.assumed.min(rests_on);
        if rests_on != UNCONDITIONAL {
            self.assuming.push(Rc::clone(&goal));
        }
        self.remembered += goal.len();
        self.known.insert(goal, (outcome.clone(), rests_on));
    }

    fn step(&mut self) -> Result<(), Outcome> {
        self.steps += 1;
        let memory = self.graph.len().max(self.remembered / MEMORY_PER_NODE);
        if self.steps > self.bounds.steps || memory > self.bounds.nodes {
            return Err(Outcome::unknown("the search grew beyond its bounds"));
        }
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && Instant::now() > self.bounds.deadline {
            self.steps = self.bounds.steps;
            return Err(Outcome::unknown("the time for one comparison is over"));
        }
        Ok(())
    }

    /// Conjunctions and references taken apart, sorted; `None` where that alone is a contradiction.
    fn flat(&mut self, goal: &[Lit]) -> Option<Rc<[Lit]>> {
        let mut flat = BTreeSet::new();
        let mut work: Vec<_> = goal.to_vec();
        let mut followed = BTreeSet::new();
        while let Some(lit) = work.pop() {
            match &**self.graph.node(lit) {
                Node::True if lit.is_negated() => return None,
                Node::True => {}
                Node::All(lits) if !lit.is_negated() => work.extend(lits),
                Node::Ref(target) => {
                    if followed.insert(lit) {
                        work.push(self.graph.target(*target).negate_if(lit.is_negated()));
                    }
                }
                _ => {
                    flat.insert(lit);
                }
            }
        }
        let contradiction = flat.iter().any(|lit| !lit.is_negated() && flat.contains(&lit.not()));
        (!contradiction).then(|| flat.into_iter().collect())
    }

    fn search(&mut self, goal: &Rc<[Lit]>) -> Outcome {
        let mut kinds = Kinds::ALL;
        for &lit in &**goal {
            match (&**self.graph.node(lit), lit.is_negated()) {
                (Node::Kind(these), false) => kinds = kinds.and(*these),
                (Node::Kind(these), true) => kinds = kinds.without(*these),
                (Node::Enum(values), false) => {
                    let these = values
                        .iter()
                        .fold(Kinds::NONE, |kinds, one| kinds.or(Kinds::of(&one.value)));
                    kinds = kinds.and(these);
                }
                (node, true) => kinds = kinds.and(node.about().unwrap_or(Kinds::ALL)),
                _ => {}
            }
        }
        let mut attempts = Attempts::default();
        for kind in Kinds::EACH {
            if kinds.has(kind) {
                let mut state = State::new(kind, Rc::clone(goal));
                let outcome = if self.assign_all(&mut state, goal) {
                    self.branch(state)
                } else {
                    Outcome::Nothing
                };
                if let Some(value) = attempts.note(outcome) {
                    return Outcome::Found(value);
                }
            }
        }
        attempts.end()
    }
}
