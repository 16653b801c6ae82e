//! Objects: the keys fall into regions, in each of which every key is under the same assertions. Each named key is a region,
//! and so are the other keys that match the same patterns.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::Value;

use super::{Attempts, Outcome, Solver, State};
use crate::ir::{Keys, Lit, Node, Reason};
use crate::language::{self, Failure, Language};

/// Keys beyond which an object is no help as a witness.
const MAX_KEYS: u64 = 2_000;
/// Patterns on keys, each of which may double the regions.
const MAX_PREDICATES: usize = 8;

/// What an object must be.
#[derive(Default)]
struct Wanted {
    min: u64,
    max: Option<u64>,
    /// The value of each of these keys.
    every: Vec<(Keys, Lit)>,
    /// The value of at least one of these keys, which is there.
    some: Vec<(Keys, Lit)>,
}

/// Keys that no assertion tells apart.
struct Region {
    name: Option<Rc<str>>,
    /// The keys, where there is no name; every key without a name where this is absent, too.
    language: Option<Language>,
    /// How many keys there are, where they are few.
    capacity: Option<u64>,
    /// Which patterns are found in the keys, and which assertions refuse them.
    holds: BTreeMap<Predicate, bool>,
    /// What their values must meet.
    goal: Vec<Lit>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Predicate {
    Matches(Rc<str>),
    Refused(Lit),
}

/// A key that the object has: one of a region, with what its value must meet beyond the region's own.
#[derive(Clone)]
struct Slot {
    region: usize,
    lits: Vec<Lit>,
}

impl Solver<'_> {
    pub(super) fn object(&mut self, state: &State) -> Outcome {
        let wanted = self.wanted_object(state);
        if wanted.max.is_some_and(|max| wanted.min > max) {
            return Outcome::Nothing;
        }
        if wanted.min > MAX_KEYS {
            return Outcome::unknown("only objects of more than 2000 keys are left");
        }
        let regions = match self.regions(&wanted) {
            Ok(regions) => regions,
            Err(failure) => {
                let reason = Reason { text: (*failure).into(), pointer: String::new() };
                return Outcome::Unknown(Rc::new(reason));
            }
        };
        let mut slots: Vec<Slot> = Vec::new();
        let mut open = Vec::new();
        for (keys, lit) in &wanted.some {
            let Keys::One(name) = keys else {
                open.push((keys.clone(), *lit));
                continue;
            };
            // The regions of names come first, sorted.
            let region = regions
                .partition_point(|region| region.name.as_ref().is_some_and(|other| other < name));
            match slots.iter_mut().find(|slot| slot.region == region) {
                Some(slot) => slot.lits.push(*lit),
                None => slots.push(Slot { region, lits: vec![*lit] }),
            }
        }
        for slot in &slots {
            // What is not known here is met again where the object is written.
            if let Outcome::Nothing = self.solve_slot(&regions, slot) {
                return Outcome::Nothing;
            }
        }
        let mut attempts = Attempts::default();
        let plan = Plan { regions, wanted, open };
        match self.place(&plan, 0, &mut slots, &mut attempts) {
            Some(value) => Outcome::found(value),
            None => attempts.end(),
        }
    }

    fn wanted_object(&self, state: &State) -> Wanted {
        let mut wanted = Wanted::default();
        for &lit in &state.atoms {
            match (&**self.graph.node(lit), lit.is_negated()) {
                (Node::MinProperties(bound), false) => wanted.min = wanted.min.max(*bound),
                (Node::MaxProperties(bound), true) => {
                    wanted.min = wanted.min.max(bound.saturating_add(1));
                }
                (Node::MaxProperties(bound), false) => lower(&mut wanted.max, *bound),
                (Node::MinProperties(0), true) => {
                    // Impossible, said in bounds.
                    wanted.min = 1;
                    wanted.max = Some(0);
                }
                (Node::MinProperties(bound), true) => lower(&mut wanted.max, bound - 1),
                (Node::Required(key), false) => {
                    wanted.some.push((Keys::One(Rc::clone(key)), Lit::TRUE));
                }
                (Node::Required(key), true) => {
                    wanted.every.push((Keys::One(Rc::clone(key)), Lit::FALSE));
                }
                (Node::Values(keys, lit), false) => wanted.every.push((keys.clone(), *lit)),
                (Node::Values(keys, lit), true) => wanted.some.push((keys.clone(), lit.not())),
                _ => {}
            }
        }
        wanted
    }

    fn regions(&mut self, wanted: &Wanted) -> Result<Vec<Region>, Failure> {
        let mut names: BTreeMap<Rc<str>, Vec<Lit>> = BTreeMap::new();
        let mut predicates = BTreeSet::new();
        for (keys, _) in wanted.every.iter().chain(&wanted.some) {
            match keys {
                Keys::One(name) => {
                    names.entry(Rc::clone(name)).or_default();
                }
                Keys::Matching(pattern) => {
                    predicates.insert(Predicate::Matches(Rc::clone(pattern)));
                }
                Keys::Others { names: these, patterns } => {
                    for name in these {
                        names.entry(Rc::clone(name)).or_default();
                    }
                    predicates.extend(patterns.iter().map(Rc::clone).map(Predicate::Matches));
                }
                Keys::Refused(lit) => {
                    predicates.insert(Predicate::Refused(*lit));
                }
            }
        }
        let mut several = Vec::new();
        for (keys, lit) in &wanted.every {
            match keys {
                Keys::One(name) => names.entry(Rc::clone(name)).or_default().push(*lit),
                keys => several.push((keys, *lit)),
            }
        }
        let mut regions = Vec::new();
        for (name, goal) in &names {
            let mut goal = goal.clone();
            for &(keys, lit) in &several {
                if self.selects(keys, name).ok_or_else(|| self.why_not(keys))? {
                    goal.push(lit);
                }
            }
            let mut holds = BTreeMap::new();
            for predicate in &predicates {
                let keys = predicate.keys();
                let held = self.selects(&keys, name).ok_or_else(|| self.why_not(&keys))?;
                holds.insert(predicate.clone(), held);
            }
            let name = Some(Rc::clone(name));
            regions.push(Region { name, language: None, capacity: Some(1), holds, goal });
        }
        // The other keys matter where an assertion asks for one of them, or a number of keys does.
        let asked = wanted.some.iter().any(|(keys, _)| !matches!(keys, Keys::One(_)));
        if asked || wanted.min > 0 {
            regions.extend(self.unnamed(wanted, &names, &predicates)?);
        }
        Ok(regions)
    }

    fn why_not(&mut self, keys: &Keys) -> Failure {
        let predicates: Vec<_> = match keys {
            Keys::Matching(pattern) => vec![Rc::clone(pattern)],
            Keys::Others { patterns, .. } => patterns.iter().map(Rc::clone).collect(),
            Keys::One(_) | Keys::Refused(_) => Vec::new(),
        };
        predicates
            .iter()
            .find_map(|pattern| self.languages.pattern(pattern).err())
            .unwrap_or_else(|| "names whose schema is not understood".into())
    }

    /// The regions of keys without a name.
    fn unnamed(
        &mut self,
        wanted: &Wanted,
        names: &BTreeMap<Rc<str>, Vec<Lit>>,
        predicates: &BTreeSet<Predicate>,
    ) -> Result<Vec<Region>, Failure> {
        if predicates.len() > MAX_PREDICATES {
            return Err("more than 8 patterns on keys at once".into());
        }
        let mut parts: Vec<(BTreeMap<Predicate, bool>, Option<Language>)> =
            vec![(BTreeMap::new(), None)];
        for predicate in predicates {
            let language = match predicate {
                Predicate::Matches(pattern) => self.languages.pattern(pattern)?,
                Predicate::Refused(lit) => self.strings_of(lit.not())?,
            };
            let mut finer = Vec::new();
            for (holds, part) in parts {
                let part = part.unwrap_or_else(language::any);
                for held in [true, false] {
                    let part = if held {
                        language::both(&part, &language)?
                    } else {
                        language::minus(&part, &language)?
                    };
                    if !part.is_empty() {
                        let mut holds = holds.clone();
                        holds.insert(predicate.clone(), held);
                        finer.push((holds, Some(part)));
                    }
                }
            }
            parts = finer;
        }
        let mut regions = Vec::new();
        for (holds, part) in parts {
            let part = match part {
                Some(part) if names.keys().any(|name| part.is_match(name)) => {
                    let taken = language::literals(names.keys().map(|name| &**name))?;
                    Some(language::minus(&part, &taken)?)
                }
                part => part,
            };
            let capacity = match &part {
                Some(part) => language::count(part)?,
                None => None,
            };
            if capacity == Some(0) {
                continue;
            }
            let mut region =
                Region { name: None, language: part, capacity, holds, goal: Vec::new() };
            let goal =
                wanted.every.iter().filter(|(keys, _)| region.is_in(keys)).map(|(_, lit)| *lit);
            region.goal = goal.collect();
            regions.push(region);
        }
        Ok(regions)
    }

    fn solve_slot(&mut self, regions: &[Region], slot: &Slot) -> Outcome {
        let mut goal = regions[slot.region].goal.clone();
        goal.extend(&slot.lits);
        self.solve(&goal)
    }

    /// Finds keys for what asks for some key, from `next` on, and then for the number of keys.
    fn place(
        &mut self,
        plan: &Plan,
        next: usize,
        slots: &mut Vec<Slot>,
        attempts: &mut Attempts,
    ) -> Option<Value> {
        if let Err(outcome) = self.step() {
            return attempts.note(outcome).map(Rc::unwrap_or_clone);
        }
        let Some((keys, lit)) = plan.open.get(next) else {
            let filled = self.fill(plan, slots.clone());
            return attempts.note(filled).map(Rc::unwrap_or_clone);
        };
        for (index, region) in plan.regions.iter().enumerate() {
            if !region.is_in(keys) {
                continue;
            }
            let used = slots.iter().filter(|slot| slot.region == index).count() as u64;
            let room = region.capacity.is_none_or(|capacity| used < capacity)
                && plan.wanted.max.is_none_or(|max| (slots.len() as u64) < max);
            if room {
                slots.push(Slot { region: index, lits: vec![*lit] });
                let value = match self.solve_slot(&plan.regions, &slots[slots.len() - 1].clone()) {
                    Outcome::Found(_) => self.place(plan, next + 1, slots, attempts),
                    outcome => attempts.note(outcome).map(Rc::unwrap_or_clone),
                };
                slots.pop();
                if value.is_some() {
                    return value;
                }
            }
            // Where keys are not scarce, one more is as good as one that is there.
            if region.capacity.is_none() && plan.wanted.max.is_none() {
                continue;
            }
            for at in 0..slots.len() {
                if slots[at].region != index {
                    continue;
                }
                slots[at].lits.push(*lit);
                let value = match self.solve_slot(&plan.regions, &slots[at].clone()) {
                    Outcome::Found(_) => self.place(plan, next + 1, slots, attempts),
                    outcome => attempts.note(outcome).map(Rc::unwrap_or_clone),
                };
                slots[at].lits.pop();
                if value.is_some() {
                    return value;
                }
            }
        }
        None
    }

    /// More keys, until there are enough; then the object.
    fn fill(&mut self, plan: &Plan, mut slots: Vec<Slot>) -> Outcome {
        if plan.wanted.max.is_some_and(|max| slots.len() as u64 > max) {
            return Outcome::Nothing;
        }
        let mut unsure = None;
        for (index, region) in plan.regions.iter().enumerate() {
            let missing = plan.wanted.min.saturating_sub(slots.len() as u64);
            if missing == 0 {
                break;
            }
            let used = slots.iter().filter(|slot| slot.region == index).count() as u64;
            let more = region.capacity.map_or(missing, |capacity| (capacity - used).min(missing));
            if more == 0 {
                continue;
            }
            match self.solve(&region.goal) {
                Outcome::Found(_) => {
                    slots.extend((0..more).map(|_| Slot { region: index, lits: Vec::new() }));
                }
                Outcome::Nothing => {}
                Outcome::Unknown(reason) => unsure = Some(reason),
            }
        }
        if plan.wanted.min > slots.len() as u64 {
            return unsure.map_or(Outcome::Nothing, Outcome::Unknown);
        }
        self.write(plan, &slots)
    }

    fn write(&mut self, plan: &Plan, slots: &[Slot]) -> Outcome {
        let mut object = BTreeMap::new();
        for (index, region) in plan.regions.iter().enumerate() {
            let these: Vec<_> = slots.iter().filter(|slot| slot.region == index).collect();
            if these.is_empty() {
                continue;
            }
            let names = match (&region.name, &region.language) {
                (Some(name), _) => vec![name.to_string()],
                (None, Some(language)) => match language::samples(language, these.len(), 0, None) {
                    Ok(names) => names,
                    Err(failure) => return Outcome::unknown(&*failure),
                },
                (None, None) => fresh(&plan.regions).take(these.len()).collect(),
            };
            if names.len() < these.len() {
                return Outcome::unknown("no key could be written for a pattern");
            }
            for (slot, name) in these.into_iter().zip(names) {
                match self.solve_slot(&plan.regions, slot) {
                    Outcome::Found(value) => {
                        object.insert(name, Rc::unwrap_or_clone(value));
                    }
                    outcome => return outcome,
                }
            }
        }
        Outcome::found(Value::Object(object.into_iter().collect()))
    }
}

fn lower(max: &mut Option<u64>, bound: u64) {
    *max = Some(max.map_or(bound, |max| max.min(bound)));
}

/// Names that no region has.
fn fresh(regions: &[Region]) -> impl Iterator<Item = String> {
    let plain = ["extra".to_owned()].into_iter();
    plain
        .chain((1..).map(|n| format!("extra{n}")))
        .filter(|candidate| !regions.iter().any(|region| region.name.as_deref() == Some(candidate)))
}

struct Plan {
    regions: Vec<Region>,
    wanted: Wanted,
    /// What asks for some key without naming it.
    open: Vec<(Keys, Lit)>,
}

impl Predicate {
    fn keys(&self) -> Keys {
        match self {
            Self::Matches(pattern) => Keys::Matching(Rc::clone(pattern)),
            Self::Refused(lit) => Keys::Refused(*lit),
        }
    }
}

impl Region {
    fn is_in(&self, keys: &Keys) -> bool {
        let holds = |predicate: &Predicate| self.holds.get(predicate) == Some(&true);
        match keys {
            Keys::One(name) => self.name.as_ref() == Some(name),
            Keys::Matching(pattern) => holds(&Predicate::Matches(Rc::clone(pattern))),
            Keys::Others { names, patterns } => {
                !self.name.as_ref().is_some_and(|name| names.contains(name))
                    && !patterns
                        .iter()
                        .any(|pattern| holds(&Predicate::Matches(Rc::clone(pattern))))
            }
            Keys::Refused(lit) => holds(&Predicate::Refused(*lit)),
        }
    }
}
