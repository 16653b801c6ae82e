//! Thompson's construction: from a pattern's tree to states, with the anchors kept as edges that may or may not hold.

use super::ast::{Node, Pattern};
use super::charset;
use super::undecided::Obstacle;

/// States of one automaton. Repetition is written out, so that nested bounds multiply; this is where that ends.
const MAX_STATES: usize = 20_000;
/// What `Undecided` says of [`MAX_STATES`].
const TOO_LARGE: &str = "a pattern that, its repetitions written out, has more than 20000 states";

/// One state, with the states that follow it.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// Takes one character of a set: `Some` of the pattern's atoms, `None` any character at all.
    Take(Option<usize>, usize),
    Split(usize, usize),
    /// Passable before the first character only.
    Start(usize),
    /// Passable behind the last character only.
    End(usize),
    Accept,
}

/// An automaton for "the pattern is found somewhere in the string".
#[derive(Debug)]
pub(super) struct Nfa {
    pub(super) states: Vec<State>,
    pub(super) first: usize,
    /// For each state: does a string that ends here match, when something stands before it?
    pub(super) ends: Vec<bool>,
    /// Does the empty string match? There, `^` and `$` hold at once.
    pub(super) admits_empty: bool,
}

impl Nfa {
    pub(super) fn new(pattern: &Pattern) -> Result<Self, Obstacle> {
        let mut builder = Builder { states: Vec::new() };
        let accept = builder.push(State::Accept)?;
        let behind = builder.any_number_before(accept)?;
        let inner = builder.emit(&pattern.root, behind)?;
        let first = builder.any_number_before(inner)?;
        let states = builder.states;
        let ends = ends(&states);
        let admits_empty = closure_at_both_ends(&states, first);
        Ok(Self { states, first, ends, admits_empty })
    }

    /// Whether the pattern is found in `text`.
    pub(super) fn matches(&self, pattern: &Pattern, text: &str) -> bool {
        if text.is_empty() {
            return self.admits_empty;
        }
        let mut current = vec![self.first];
        // For each state, the position at which it was last looked at.
        let mut seen = vec![usize::MAX; self.states.len()];
        for (position, c) in text.chars().enumerate() {
            let mut next = Vec::new();
            while let Some(at) = current.pop() {
                if std::mem::replace(&mut seen[at], position) == position {
                    continue;
                }
                match self.states[at] {
                    State::Take(atom, to) => {
                        if atom.is_none_or(|atom| charset::contains(&pattern.atoms[atom].set, c)) {
                            next.push(to);
                        }
                    }
                    State::Split(one, two) => current.extend([one, two]),
                    State::Start(to) if position == 0 => current.push(to),
                    State::Start(_) | State::End(_) | State::Accept => {}
                }
            }
            next.sort_unstable();
            next.dedup();
            current = next;
        }
        current.into_iter().any(|at| self.ends[at])
    }
}

struct Builder {
    states: Vec<State>,
}

impl Builder {
    fn push(&mut self, state: State) -> Result<usize, Obstacle> {
        if self.states.len() >= MAX_STATES {
            return Err(Obstacle::OverBound(TOO_LARGE));
        }
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    /// Any characters, then `next`: a pattern is searched for, not matched whole.
    fn any_number_before(&mut self, next: usize) -> Result<usize, Obstacle> {
        let split = self.push(State::Split(next, next))?;
        let take = self.push(State::Take(None, split))?;
        self.states[split] = State::Split(next, take);
        Ok(split)
    }

    /// The states for `node`, leading to `next`; gives the first of them.
    fn emit(&mut self, node: &Node, next: usize) -> Result<usize, Obstacle> {
        match node {
            Node::Empty => Ok(next),
            Node::Set(atom) => self.push(State::Take(Some(*atom), next)),
            Node::Start => self.push(State::Start(next)),
            Node::End => self.push(State::End(next)),
            Node::Concat(nodes) => {
                nodes.iter().rev().try_fold(next, |next, node| self.emit(node, next))
            }
            Node::Alternation(nodes) => {
                let mut entry = None;
                for node in nodes.iter().rev() {
                    let branch = self.emit(node, next)?;
                    entry = Some(match entry {
                        None => branch,
                        Some(others) => self.push(State::Split(branch, others))?,
                    });
                }
                Ok(entry.unwrap_or(next))
            }
            Node::Repeat { node, min, max } => {
                let mut entry = match max {
                    None => {
                        let again = self.push(State::Split(next, next))?;
                        let body = self.emit(node, again)?;
                        self.states[again] = State::Split(body, next);
                        again
                    }
                    // From the last optional round to the first: each leads to the next round or out.
                    Some(max) => {
                        let mut rounds = next;
                        for _ in *min..*max {
                            let body = self.emit(node, rounds)?;
                            if body == rounds {
                                break;
                            }
                            rounds = self.push(State::Split(body, next))?;
                        }
                        rounds
                    }
                };
                for _ in 0..*min {
                    let body = self.emit(node, entry)?;
                    if body == entry {
                        // The body is empty; a thousand million rounds of nothing are nothing.
                        break;
                    }
                    entry = body;
                }
                Ok(entry)
            }
            Node::Ahead { .. } => Err(Obstacle::LookAround),
            Node::Boundary { .. } => Err(Obstacle::WordBoundary),
        }
    }
}

/// The states from which acceptance is reached by taking nothing and passing `$`, but no `^`.
///
/// States are made from the end on, so that one pass in order settles all but what leads back through a loop.
fn ends(states: &[State]) -> Vec<bool> {
    let mut ends = vec![false; states.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, state) in states.iter().enumerate() {
            let reaches = match *state {
                State::Split(one, two) => ends[one] || ends[two],
                State::End(to) => ends[to],
                State::Accept => true,
                State::Take(..) | State::Start(_) => false,
            };
            changed |= reaches && !ends[at];
            ends[at] |= reaches;
        }
    }
    ends
}

/// Whether acceptance is reached from `first` by taking nothing, where both anchors hold.
fn closure_at_both_ends(states: &[State], first: usize) -> bool {
    let mut seen = vec![false; states.len()];
    let mut work = vec![first];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match states[at] {
            State::Split(one, two) => work.extend([one, two]),
            State::Start(to) | State::End(to) => work.push(to),
            State::Accept => return true,
            State::Take(..) => {}
        }
    }
    false
}
