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
mod numbers;
mod objects;
mod strings;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Instant;

use serde_json::Value;

use crate::ir::{Graph, Kinds, Lit, Node, Reason, Scalar};
use crate::language::Languages;

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
    pub(crate) fn new(graph: &'g mut Graph, bounds: Bounds) -> Self {
        Self {
            graph,
            languages: Languages::default(),
            names: HashMap::new(),
            known: HashMap::new(),
            active: HashMap::new(),
            assuming: Vec::new(),
            assumed: UNCONDITIONAL,
            bounds,
            steps: 0,
            remembered: 0,
        }
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
        if self.steps % STEPS_BETWEEN_LOOKS == 0 && Instant::now() > self.bounds.deadline {
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
                Node::Ref(target) if followed.insert(lit) => match self.graph.targets[*target] {
                    Some(target) => work.push(target.negate_if(lit.is_negated())),
                    None => {
                        flat.insert(lit);
                    }
                },
                Node::Ref(_) => {}
                _ => {
                    flat.insert(lit);
                }
            }
        }
        let contradiction =
            flat.iter().any(|lit| !lit.is_negated() && flat.contains(&lit.not()));
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

    fn assign_all(&mut self, state: &mut State, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.assign(state, lit))
    }

    /// Adds an assertion; false where it contradicts what is there.
    fn assign(&mut self, state: &mut State, lit: Lit) -> bool {
        if state.seen.contains(&lit.not()) {
            return false;
        }
        if !state.seen.insert(lit) {
            return true;
        }
        let node = Rc::clone(self.graph.node(lit));
        match (&*node, lit.is_negated()) {
            (Node::True, negated) => !negated,
            (Node::All(lits), false) => self.assign_all(state, lits),
            (Node::All(lits), true) => {
                let members: Rc<[Lit]> = lits.iter().map(|lit| lit.not()).collect();
                state.clauses.push(members);
                true
            }
            (Node::Kind(kinds), negated) => kinds.has(state.kind) != negated,
            (Node::Enum(values), false) => {
                let mut values: Vec<_> = values
                    .iter()
                    .filter(|one| state.kind.has(Kinds::of(&one.value)))
                    .map(Rc::clone)
                    .collect();
                if let Some(others) = &state.finite {
                    values.retain(|one| others.contains(one));
                }
                let possible = !values.is_empty();
                state.finite = Some(values);
                possible
            }
            (Node::Enum(values), true) => {
                let kind = state.kind;
                let mut values = values.iter().filter(|one| kind.has(Kinds::of(&one.value)));
                values.all(|one| self.assign_other_than(state, &one.value))
            }
            (Node::Ref(target), negated) => match self.graph.targets[*target] {
                Some(target) => self.assign(state, target.negate_if(negated)),
                None => {
                    state.atoms.push(lit);
                    true
                }
            },
            (node, negated) => match node.about() {
                Some(kind) if !kind.has(state.kind) => !negated,
                _ => {
                    state.atoms.push(lit);
                    true
                }
            },
        }
    }

    fn assign_other_than(&mut self, state: &mut State, value: &Value) -> bool {
        if matches!(value, Value::Array(_) | Value::Object(_)) {
            let lit = self.graph.exactly(value).not();
            self.assign(state, lit)
        } else {
            state.excluded.push(value.clone());
            true
        }
    }

    /// Drops members of clauses that cannot hold and clauses that hold, and assigns what alone is left.
    fn propagate(&mut self, state: &mut State) -> bool {
        loop {
            let mut kept = Vec::new();
            let mut alone = Vec::new();
            for clause in std::mem::take(&mut state.clauses) {
                let mut members = Vec::new();
                let mut holds = false;
                for &lit in &*clause {
                    match self.settled(state, lit) {
                        Some(true) => holds = true,
                        Some(false) => {}
                        None => members.push(lit),
                    }
                }
                match members.as_slice() {
                    _ if holds => {}
                    [] => return false,
                    [one] => alone.push(*one),
                    several if several.len() == clause.len() => kept.push(clause),
                    several => kept.push(several.into()),
                }
            }
            state.clauses = kept;
            if alone.is_empty() {
                return true;
            }
            if !self.assign_all(state, &alone) {
                return false;
            }
        }
    }

    /// Whether the assertion is settled by the kind or by what was assigned.
    fn settled(&self, state: &State, lit: Lit) -> Option<bool> {
        if state.seen.contains(&lit) {
            return Some(true);
        }
        if state.seen.contains(&lit.not()) {
            return Some(false);
        }
        let negated = lit.is_negated();
        match &**self.graph.node(lit) {
            Node::True => Some(!negated),
            Node::Kind(kinds) => Some(kinds.has(state.kind) != negated),
            Node::Enum(values) if !values.iter().any(|one| state.kind.has(Kinds::of(&one.value))) => {
                Some(negated)
            }
            Node::All(lits) => {
                let mut each = lits.iter().map(|&lit| self.settled(state, lit));
                if each.clone().any(|one| one == Some(false)) {
                    Some(negated)
                } else {
                    each.all(|one| one == Some(true)).then_some(!negated)
                }
            }
            node => match node.about() {
                Some(kind) if !kind.has(state.kind) => Some(!negated),
                _ => None,
            },
        }
    }

    fn branch(&mut self, mut state: State) -> Outcome {
        if let Err(outcome) = self.step() {
            return outcome;
        }
        if !self.propagate(&mut state) {
            return Outcome::Nothing;
        }
        let outcome = match &state.finite {
            Some(values) => self.first_that_fits(&state.goal.clone(), &values.clone()),
            None => self.conjunction(&state),
        };
        let Some(clause) = self.broken_clause(&state, &outcome) else {
            return self.checked(&state, outcome);
        };
        state.clauses.retain(|other| !Rc::ptr_eq(other, &clause));
        let mut attempts = Attempts::default();
        for &member in &*clause {
            let mut branch = state.clone();
            if self.assign(&mut branch, member) {
                let outcome = self.branch(branch);
                if let Some(value) = attempts.note(outcome) {
                    return Outcome::Found(value);
                }
            }
        }
        attempts.end()
    }

    /// The clause to branch on: one of the shortest that the value does not certainly meet.
    fn broken_clause(&mut self, state: &State, outcome: &Outcome) -> Option<Rc<[Lit]>> {
        if state.finite.is_some() {
            return None;
        }
        let mut clauses: Vec<_> = match outcome {
            Outcome::Nothing => return None,
            Outcome::Unknown(_) => state.clauses.clone(),
            Outcome::Found(value) => state
                .clauses
                .iter()
                .filter(|clause| !clause.iter().any(|&lit| self.eval(lit, value) == Some(true)))
                .cloned()
                .collect(),
        };
        clauses.sort_by_key(|clause| clause.len());
        clauses.into_iter().next()
    }

    /// The outcome, after a last look at the whole goal.
    fn checked(&mut self, state: &State, outcome: Outcome) -> Outcome {
        let Outcome::Found(value) = &outcome else {
            return outcome;
        };
        match self.eval_all(&state.goal.clone(), value) {
            Some(true) => outcome,
            Some(false) => Outcome::unknown("the value that was built does not fit"),
            None => self.not_understood(&state.goal),
        }
    }

    fn first_that_fits(&mut self, goal: &[Lit], values: &[Rc<Scalar>]) -> Outcome {
        let mut attempts = Attempts::default();
        for one in values {
            match self.eval_all(goal, &one.value) {
                Some(true) => return Outcome::found(one.value.clone()),
                Some(false) => {}
                None => {
                    attempts.note(self.not_understood(goal));
                }
            }
        }
        attempts.end()
    }

    /// Why the goal cannot be evaluated: the first reason below it.
    fn not_understood(&mut self, goal: &[Lit]) -> Outcome {
        let mut seen = BTreeSet::new();
        let mut work: Vec<_> = goal.to_vec();
        while let Some(lit) = work.pop() {
            if !seen.insert(lit.node()) {
                continue;
            }
            if let Some(reason) = self.graph.reasons.get(&lit.node()) {
                return Outcome::Unknown(Rc::new(reason.clone()));
            }
            let node = Rc::clone(self.graph.node(lit));
            match &*node {
                Node::Pattern(pattern) => {
                    if let Err(failure) = self.languages.pattern(pattern) {
                        return Outcome::unknown(&*failure);
                    }
                }
                Node::Ref(target) => work.extend(self.graph.targets[*target]),
                node => work.extend(node.parts()),
            }
        }
        Outcome::unknown("a part of the schema is not understood")
    }

    /// A value that meets the assertions about one kind, the clauses left aside.
    fn conjunction(&mut self, state: &State) -> Outcome {
        let outcome = match state.kind {
            Kinds::NULL => first_outside(&state.excluded, [Value::Null]),
            Kinds::BOOLEAN => first_outside(&state.excluded, [false.into(), true.into()]),
            Kinds::NUMBER => self.number(state),
            Kinds::STRING => self.string(state),
            Kinds::ARRAY => self.array(state),
            _ => self.object(state),
        };
        let opaque = state.atoms.iter().find_map(|lit| self.graph.reasons.get(&lit.node()));
        match (outcome, opaque) {
            (Outcome::Found(_), Some(reason)) => Outcome::Unknown(Rc::new(reason.clone())),
            (outcome, _) => outcome,
        }
    }
}

fn first_outside<const N: usize>(excluded: &[Value], values: [Value; N]) -> Outcome {
    let fits = values.into_iter().find(|value| !excluded.contains(value));
    fits.map_or(Outcome::Nothing, Outcome::found)
}

/// Assertions about one kind of value, taken apart.
#[derive(Clone)]
struct State {
    kind: Kinds,
    /// What this is about, before it was taken apart.
    goal: Rc<[Lit]>,
    seen: BTreeSet<Lit>,
    /// Simple assertions about this kind, all of which must hold.
    atoms: Vec<Lit>,
    /// Of each of these at least one must hold.
    clauses: Vec<Rc<[Lit]>>,
    /// Only these values come into question.
    finite: Option<Vec<Rc<Scalar>>>,
    /// Scalars that are none of the values looked for.
    excluded: Vec<Value>,
}

impl State {
    fn new(kind: Kinds, goal: Rc<[Lit]>) -> Self {
        Self {
            kind,
            goal,
            seen: BTreeSet::new(),
            atoms: Vec::new(),
            clauses: Vec::new(),
            finite: None,
            excluded: Vec::new(),
        }
    }
}
