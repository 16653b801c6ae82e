//! One kind of value: assertions taken apart into a conjunction and clauses, and the search through the clauses.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::Value;

use super::{Attempts, Outcome, Solver};
use crate::ir::{Kinds, Lit, Node, Scalar};

/// Assertions about one kind of value, taken apart.
#[derive(Clone)]
pub(super) struct State {
    pub(super) kind: Kinds,
    /// What this is about, before it was taken apart.
    goal: Rc<[Lit]>,
    seen: BTreeSet<Lit>,
    /// Simple assertions about this kind, all of which must hold.
    pub(super) atoms: Vec<Lit>,
    /// Of each of these at least one must hold.
    clauses: Vec<Rc<[Lit]>>,
    /// Only these values come into question.
    finite: Option<Vec<Rc<Scalar>>>,
    /// Scalars that are none of the values looked for.
    pub(super) excluded: Vec<Value>,
}

impl State {
    pub(super) fn new(kind: Kinds, goal: Rc<[Lit]>) -> Self {
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

impl Solver<'_> {
    pub(super) fn assign_all(&mut self, state: &mut State, lits: &[Lit]) -> bool {
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
            (Node::Ref(target), negated) => {
                let target = self.graph.target(*target);
                self.assign(state, target.negate_if(negated))
            }
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
            Node::Enum(values)
                if !values.iter().any(|one| state.kind.has(Kinds::of(&one.value))) =>
            {
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

    pub(super) fn branch(&mut self, mut state: State) -> Outcome {
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
                Node::Ref(target) => work.push(self.graph.target(*target)),
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
