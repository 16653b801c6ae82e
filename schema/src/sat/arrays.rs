//! Arrays: which length, and which item meets what is to be met by some.
//!
//! Behind the last index that is mentioned, all items are under the same assertions. An array that is longer than what is
//! asked for there could do without one of them, so only a few lengths need be tried.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::{Attempts, Outcome, Solver, State};
use crate::ir::{Lit, Node};

/// Items beyond which an array is no help as a witness.
const MAX_ITEMS: u64 = 2_000;
/// Items that are told apart, or counted, one by one.
const MAX_TOLD_APART: usize = 48;

/// So many items, from an index on, meet an assertion.
struct Count {
    lit: Lit,
    from: usize,
    min: u64,
    max: Option<u64>,
}

/// What an array must be.
#[derive(Default)]
struct Wanted {
    min: u64,
    max: Option<u64>,
    items: Vec<(usize, Lit)>,
    items_from: Vec<(usize, Lit)>,
    counts: Vec<Count>,
    unique: Option<bool>,
}

impl Wanted {
    fn at_least(&mut self, min: u64) {
        self.min = self.min.max(min);
    }

    fn at_most(&mut self, max: u64) {
        self.max = Some(self.max.map_or(max, |other| other.min(max)));
    }

    fn count(&mut self, lit: Lit, from: usize) -> &mut Count {
        let known = self.counts.iter().position(|count| count.lit == lit && count.from == from);
        let at = known.unwrap_or_else(|| {
            self.counts.push(Count { lit, from, min: 0, max: None });
            self.counts.len() - 1
        });
        &mut self.counts[at]
    }

    fn count_at_least(&mut self, lit: Lit, from: usize, min: u64) {
        let count = self.count(lit, from);
        count.min = count.min.max(min);
    }

    fn count_at_most(&mut self, lit: Lit, max: u64) {
        let count = self.count(lit, 0);
        count.max = Some(count.max.map_or(max, |other| other.min(max)));
    }

    /// The index from which on all items are alike.
    fn tail(&self) -> usize {
        let mentioned = self.items.iter().map(|(index, _)| index + 1);
        let begins = self.items_from.iter().map(|(from, _)| *from);
        let counted = self.counts.iter().map(|count| count.from);
        mentioned.chain(begins).chain(counted).max().unwrap_or(0)
    }

    /// What the item at an index must meet.
    fn goal(&self, index: usize) -> Vec<Lit> {
        let here = self.items.iter().filter(|(at, _)| *at == index);
        let all = self.items_from.iter().filter(|(from, _)| *from <= index);
        here.chain(all).map(|(_, lit)| *lit).collect()
    }
}

/// One length, with two items that must be equal where there are such.
struct Layout<'w> {
    wanted: &'w Wanted,
    length: usize,
    tail: usize,
    equal: Option<(usize, usize)>,
}

/// What was decided about the items so far.
#[derive(Clone, Default)]
struct Chosen {
    goals: Vec<Vec<Lit>>,
    counts: Vec<u64>,
    /// The choices at the last item, by count.
    last: Vec<Choice>,
}

/// Whether an item is to meet what is counted. Greater ones come first in the tail, where order says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Unmet,
    Open,
    Met,
}

impl Solver<'_> {
    pub(super) fn array(&mut self, state: &State) -> Outcome {
        let Some(wanted) = self.wanted_array(state) else {
            return Outcome::Nothing;
        };
        let tail = wanted.tail();
        if tail as u64 > MAX_ITEMS {
            return Outcome::unknown("an array's item beyond the first 2000 is mentioned");
        }
        let asked: u64 = wanted.counts.iter().map(|count| count.min).sum();
        let pair = if wanted.unique == Some(false) { 2 } else { 0 };
        let enough = wanted.min.max((tail as u64).saturating_add(asked).saturating_add(pair));
        let longest = wanted.max.map_or(enough, |max| max.min(enough));
        // An item that can be nothing ends every array before it.
        let mut possible = 0;
        while possible < longest {
            let index = usize::try_from(possible).unwrap_or(usize::MAX);
            if let Outcome::Nothing = self.solve(&wanted.goal(index)) {
                break;
            }
            if index >= tail {
                possible = longest;
                break;
            }
            possible += 1;
        }
        let longest = possible.min(longest);
        if wanted.min > longest {
            return Outcome::Nothing;
        }
        if wanted.min > MAX_ITEMS {
            return Outcome::unknown("only arrays of more than 2000 items are left");
        }
        let mut attempts = Attempts::default();
        for length in wanted.min..=longest.min(MAX_ITEMS) {
            let length = usize::try_from(length).expect("at most 2000");
            if let Some(value) = self.of_length(&wanted, length, tail, &mut attempts) {
                return Outcome::found(value);
            }
        }
        if longest > MAX_ITEMS {
            return Outcome::unknown("only arrays of more than 2000 items are left");
        }
        attempts.end()
    }

    fn wanted_array(&self, state: &State) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        for &lit in &state.atoms {
            match (&**self.graph.node(lit), lit.is_negated()) {
                (Node::MinItems(bound), false) => wanted.at_least(*bound),
                (Node::MaxItems(bound), true) => wanted.at_least(bound.saturating_add(1)),
                (Node::MaxItems(bound), false) => wanted.at_most(*bound),
                (Node::MinItems(bound), true) => wanted.at_most(bound.checked_sub(1)?),
                (Node::Item(index, lit), false) => wanted.items.push((*index, *lit)),
                (Node::Item(index, lit), true) => {
                    wanted.items.push((*index, lit.not()));
                    wanted.at_least(*index as u64 + 1);
                }
                (Node::ItemsFrom(from, lit), false) => wanted.items_from.push((*from, *lit)),
                (Node::ItemsFrom(from, lit), true) => wanted.count_at_least(lit.not(), *from, 1),
                (Node::ContainsMin(lit, min), false) => wanted.count_at_least(*lit, 0, *min),
                (Node::ContainsMin(lit, min), true) => {
                    wanted.count_at_most(*lit, min.checked_sub(1)?);
                }
                (Node::ContainsMax(lit, max), false) => wanted.count_at_most(*lit, *max),
                (Node::ContainsMax(lit, max), true) => {
                    wanted.count_at_least(*lit, 0, max.saturating_add(1));
                }
                (Node::Unique, negated) => wanted.unique = Some(!negated),
                _ => {}
            }
        }
        wanted.counts.retain(|count| count.min > 0 || count.max.is_some());
        let consistent =
            wanted.counts.iter().all(|count| count.max.is_none_or(|max| count.min <= max))
                && wanted.max.is_none_or(|max| wanted.min <= max);
        consistent.then_some(wanted)
    }

    fn of_length(
        &mut self,
        wanted: &Wanted,
        length: usize,
        tail: usize,
        attempts: &mut Attempts,
    ) -> Option<Value> {
        let told_apart = wanted.unique.is_some() || !wanted.counts.is_empty();
        if told_apart && length > MAX_TOLD_APART {
            attempts.note(Outcome::unknown("more than 48 items of an array must be told apart"));
            return None;
        }
        if !told_apart {
            let goals = (0..length).map(|index| wanted.goal(index));
            let written = self.each(goals.collect::<Vec<_>>().iter());
            return attempts.note(written).map(Rc::unwrap_or_clone);
        }
        let pairs: Vec<_> = if wanted.unique == Some(false) {
            // In the tail two items stand for all.
            let told = length.min(tail + 2);
            (0..told).flat_map(|one| (one + 1..told).map(move |two| Some((one, two)))).collect()
        } else {
            vec![None]
        };
        for equal in pairs {
            let layout = Layout { wanted, length, tail, equal };
            let chosen = Chosen { counts: vec![0; wanted.counts.len()], ..Chosen::default() };
            let value = self.items(&layout, chosen, attempts);
            if value.is_some() {
                return value;
            }
        }
        None
    }

    /// Decides the items from the next one on.
    fn items(
        &mut self,
        layout: &Layout<'_>,
        chosen: Chosen,
        attempts: &mut Attempts,
    ) -> Option<Value> {
        if let Err(outcome) = self.step() {
            return attempts.note(outcome).map(Rc::unwrap_or_clone);
        }
        let index = chosen.goals.len();
        if index == layout.length {
            let met = layout.wanted.counts.iter().zip(&chosen.counts);
            if met.into_iter().any(|(count, &met)| met < count.min) {
                return None;
            }
            let outcome = self.write_array(layout, &chosen.goals);
            return attempts.note(outcome).map(Rc::unwrap_or_clone);
        }
        if layout.equal.is_some_and(|(_, two)| two == index) {
            // It is what the first of the pair is, and was counted there.
            let mut chosen = chosen;
            chosen.goals.push(Vec::new());
            return self.items(layout, chosen, attempts);
        }
        let mut goal = layout.wanted.goal(index);
        if let Some((one, two)) = layout.equal
            && one == index
        {
            goal.extend(layout.wanted.goal(two));
        }
        for choices in layout.choices(index, &chosen) {
            let mut next = chosen.clone();
            let mut goal = goal.clone();
            for (at, &choice) in choices.iter().enumerate() {
                let lit = layout.wanted.counts[at].lit;
                match choice {
                    Choice::Met => goal.push(lit),
                    Choice::Unmet => goal.push(lit.not()),
                    Choice::Open => {}
                }
                next.counts[at] += layout.counted(at, index, choice);
            }
            match self.solve(&goal) {
                Outcome::Found(_) => {}
                outcome => {
                    attempts.note(outcome);
                    continue;
                }
            }
            next.goals.push(goal);
            next.last = choices;
            if let Some(value) = self.items(layout, next, attempts) {
                return Some(value);
            }
        }
        None
    }

    fn write_array(&mut self, layout: &Layout<'_>, goals: &[Vec<Lit>]) -> Outcome {
        if layout.wanted.unique == Some(true) {
            return self.all_different(goals);
        }
        self.each(goals.iter().enumerate().map(|(index, goal)| match layout.equal {
            Some((one, two)) if two == index => &goals[one],
            _ => goal,
        }))
    }

    /// An array of a value for each goal.
    fn each<'l>(&mut self, goals: impl Iterator<Item = &'l Vec<Lit>>) -> Outcome {
        let mut values = Vec::new();
        for goal in goals {
            match self.solve(goal) {
                Outcome::Found(value) => values.push(Rc::unwrap_or_clone(value)),
                outcome => return outcome,
            }
        }
        Outcome::found(Value::Array(values))
    }

    /// An array of values all of which differ. Of as many values as there are items, or of all that there are, one can be
    /// chosen for each item exactly where a matching finds them.
    fn all_different(&mut self, goals: &[Vec<Lit>]) -> Outcome {
        let mut known: HashMap<&[Lit], Vec<Value>> = HashMap::new();
        for goal in goals {
            if !known.contains_key(&**goal) {
                match self.several(goal, goals.len()) {
                    Ok(values) => known.insert(goal, values),
                    Err(outcome) => return outcome,
                };
            }
        }
        let candidates: Vec<&Vec<Value>> = goals.iter().map(|goal| &known[&**goal]).collect();
        let mut holders: HashMap<String, (usize, usize)> = HashMap::new();
        for item in 0..candidates.len() {
            if !find_place(item, &candidates, &mut holders, &mut Vec::new()) {
                return Outcome::Nothing;
            }
        }
        let mut values = vec![Value::Null; candidates.len()];
        for (item, at) in holders.into_values() {
            values[item] = candidates[item][at].clone();
        }
        Outcome::found(Value::Array(values))
    }

    /// Different values that meet the goal: `limit` of them, or all where there are fewer.
    fn several(&mut self, goal: &[Lit], limit: usize) -> Result<Vec<Value>, Outcome> {
        let mut values: Vec<Value> = Vec::new();
        while values.len() < limit {
            let mut goal = goal.to_vec();
            goal.push(self.graph.one_of(&values).not());
            match self.solve(&goal) {
                Outcome::Found(value) => values.push(Rc::unwrap_or_clone(value)),
                Outcome::Nothing => break,
                unknown @ Outcome::Unknown(_) => return Err(unknown),
            }
        }
        Ok(values)
    }
}

/// Gives the item a value that no other holds, moving others where that helps.
fn find_place(
    item: usize,
    candidates: &[&Vec<Value>],
    holders: &mut HashMap<String, (usize, usize)>,
    tried: &mut Vec<String>,
) -> bool {
    for (at, value) in candidates[item].iter().enumerate() {
        let key = crate::value::key(value);
        if tried.contains(&key) {
            continue;
        }
        tried.push(key.clone());
        let holder = holders.get(&key).map(|(other, _)| *other);
        if holder.is_none_or(|other| find_place(other, candidates, holders, tried)) {
            holders.insert(key, (item, at));
            return true;
        }
    }
    false
}

impl Layout<'_> {
    /// How often the item at `index`, and the one equal to it, count.
    fn weight(&self, count: &Count, index: usize) -> u64 {
        let twin = self.equal.is_some_and(|(one, two)| one == index && count.from <= two);
        u64::from(count.from <= index) + u64::from(twin)
    }

    fn counted(&self, at: usize, index: usize, choice: Choice) -> u64 {
        let count = &self.wanted.counts[at];
        let counts = match choice {
            Choice::Met => true,
            Choice::Unmet => false,
            // What is only bounded from above is counted where it is possible, from below where it is certain.
            Choice::Open => count.min == 0,
        };
        if counts { self.weight(count, index) } else { 0 }
    }

    /// The combinations of choices at an item that can still lead to the numbers asked for.
    fn choices(&self, index: usize, chosen: &Chosen) -> Vec<Vec<Choice>> {
        let left = (self.length - index) as u64 + u64::from(self.equal.is_some());
        let mut all: Vec<Vec<Choice>> = vec![Vec::new()];
        for (at, count) in self.wanted.counts.iter().enumerate() {
            let so_far = chosen.counts[at];
            let weight = self.weight(count, index);
            let these: &[Choice] = match (count.min, count.max) {
                _ if weight == 0 => &[Choice::Open],
                (min, None) if so_far >= min => &[Choice::Open],
                (_, None) => &[Choice::Met, Choice::Open],
                (0, Some(max)) if so_far + left <= max => &[Choice::Open],
                (0, Some(_)) => &[Choice::Open, Choice::Unmet],
                (_, Some(_)) => &[Choice::Met, Choice::Unmet],
            };
            let mut longer = Vec::new();
            for choices in all {
                for &choice in these {
                    let now = so_far + self.counted(at, index, choice);
                    let too_many = count.max.is_some_and(|max| now > max);
                    if !too_many && now + left >= count.min {
                        let mut choices = choices.clone();
                        choices.push(choice);
                        longer.push(choices);
                    }
                }
            }
            all = longer;
        }
        // Items of the tail are alike, so one order of them stands for all.
        if index > self.tail && self.equal.is_none() {
            all.retain(|choices| *choices <= chosen.last);
        }
        all
    }
}
