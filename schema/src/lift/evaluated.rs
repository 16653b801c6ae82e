//! `unevaluatedProperties` and `unevaluatedItems`: which members other keywords have evaluated depends on which of their
//! schemas hold. The cases are told apart here, so that annotations need not be known anywhere else.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::Lift;
use super::arrays::Layout;
use super::objects::{names, names_of_patterns};
use crate::document::{Place, is_replaced_by_reference};
use crate::ir::{Keys, Lit, Node};
use crate::options::Draft;

/// Cases that are told apart.
const MAX_CASES: usize = 512;
/// Schemas within schemas that are looked through.
const MAX_DEPTH: usize = 40;

/// What has been evaluated of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Covered {
    names: BTreeSet<Rc<str>>,
    patterns: BTreeSet<Rc<str>>,
    all_properties: bool,
    /// The first so many items.
    prefix: usize,
    all_items: bool,
    /// Each item that meets one of these.
    items: BTreeSet<Lit>,
}

impl Covered {
    fn and(&self, other: &Self) -> Self {
        Self {
            names: self.names.union(&other.names).cloned().collect(),
            patterns: self.patterns.union(&other.patterns).cloned().collect(),
            all_properties: self.all_properties || other.all_properties,
            prefix: self.prefix.max(other.prefix),
            all_items: self.all_items || other.all_items,
            items: self.items.union(&other.items).copied().collect(),
        }
    }
}

/// What is evaluated where the condition holds. The conditions of all cases together leave nothing out, for values that
/// meet the schema; no two hold at once.
type Case = (Lit, Covered);

/// The cases are too many, or cannot be told.
struct TooMany;

impl<'v> Lift<'v, '_> {
    pub(super) fn unevaluated(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        scope: usize,
    ) -> Vec<Lit> {
        let keywords = ["unevaluatedProperties", "unevaluatedItems"];
        if place.draft < Draft::Draft201909
            || !keywords.iter().any(|keyword| map.contains_key(*keyword))
        {
            return Vec::new();
        }
        let mut lits = Vec::new();
        let Ok(cases) = self.cases(place, scope, false, 0) else {
            let text = "what is left unevaluated depends on too many cases";
            return vec![self.opaque(place, text)];
        };
        for keyword in keywords {
            let Some(value) = map.get(keyword) else { continue };
            let rest = self.schema(place.child(value, keyword), scope);
            if rest == Lit::TRUE {
                continue;
            }
            let alternatives: Vec<_> = cases
                .iter()
                .map(|(condition, covered)| {
                    let left = if keyword == "unevaluatedItems" {
                        self.items_left(covered, rest)
                    } else {
                        self.properties_left(covered, rest)
                    };
                    self.graph.all([*condition, left])
                })
                .collect();
            lits.push(self.graph.any(alternatives));
        }
        lits
    }

    fn properties_left(&mut self, covered: &Covered, rest: Lit) -> Lit {
        if covered.all_properties {
            return Lit::TRUE;
        }
        let keys =
            Keys::Others { names: covered.names.clone(), patterns: covered.patterns.clone() };
        self.graph.values(keys, rest)
    }

    fn items_left(&mut self, covered: &Covered, rest: Lit) -> Lit {
        if covered.all_items {
            return Lit::TRUE;
        }
        let each = self.graph.any(covered.items.iter().copied().chain([rest]));
        if each == Lit::TRUE { each } else { self.graph.add(Node::ItemsFrom(covered.prefix, each)) }
    }

    /// The cases of a schema that holds; `outside` where its own `unevaluated…` count, too.
    fn cases(
        &mut self,
        place: &Place<'v>,
        scope: usize,
        outside: bool,
        depth: usize,
    ) -> Result<Vec<Case>, TooMany> {
        if depth > MAX_DEPTH {
            return Err(TooMany);
        }
        let place = place.clone().entered();
        let scope = self.scope_within(&place, scope);
        let mut cases = vec![(Lit::TRUE, Covered::default())];
        let Value::Object(map) = place.value else { return Ok(cases) };
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let known = match keyword {
                "$ref" => true,
                "$dynamicRef" => place.draft == Draft::Draft202012,
                _ => place.draft == Draft::Draft201909,
            };
            if known && map.contains_key(keyword) {
                let target = self.target(&place, keyword, scope).map_err(|_| TooMany)?;
                let inner = self.cases(&target, scope, true, depth + 1)?;
                cases = self.product(cases, &inner)?;
            }
        }
        if is_replaced_by_reference(&place) {
            return Ok(cases);
        }
        let own = self.own(&place, map, scope, outside);
        cases = self.product(cases, &[(Lit::TRUE, own)])?;
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for (index, member) in
                map.get(keyword).and_then(Value::as_array).into_iter().flatten().enumerate()
            {
                let member = place.grandchild(member, keyword, &index.to_string());
                let condition =
                    if keyword == "allOf" { Lit::TRUE } else { self.schema(member.clone(), scope) };
                let inner = self.cases_where(condition, &member, scope, depth)?;
                cases = self.product(cases, &inner)?;
            }
        }
        if let Some(condition) = map.get("if") {
            let condition = place.child(condition, "if");
            let holds = self.schema(condition.clone(), scope);
            let mut inner = self.cases(&condition, scope, true, depth + 1)?;
            if let Some(then) = map.get("then") {
                let then = self.cases(&place.child(then, "then"), scope, true, depth + 1)?;
                inner = self.product(inner, &then)?;
            }
            let other = match map.get("else") {
                Some(other) => self.cases(&place.child(other, "else"), scope, true, depth + 1)?,
                None => vec![(Lit::TRUE, Covered::default())],
            };
            let either = self.either(holds, inner, other);
            cases = self.product(cases, &either)?;
        }
        for (name, value) in
            map.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten()
        {
            let present = self.present(name);
            let dependent = place.grandchild(value, "dependentSchemas", name);
            let inner = self.cases_where(present, &dependent, scope, depth)?;
            cases = self.product(cases, &inner)?;
        }
        Ok(cases)
    }

    /// What the keywords beside each other evaluate, whatever holds.
    fn own(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        scope: usize,
        outside: bool,
    ) -> Covered {
        let layout = Layout::of(place.draft, map);
        let mut covered = Covered {
            names: names(map, "properties"),
            patterns: names_of_patterns(map),
            all_properties: map.contains_key("additionalProperties")
                || outside && map.contains_key("unevaluatedProperties"),
            prefix: layout.length,
            all_items: layout.rest.is_some() || outside && map.contains_key("unevaluatedItems"),
            items: BTreeSet::new(),
        };
        // Since 2020-12, `contains` evaluates what it finds.
        if place.draft == Draft::Draft202012
            && let Some(contains) = map.get("contains")
        {
            covered.items.insert(self.schema(place.child(contains, "contains"), scope));
        }
        covered
    }

    fn cases_where(
        &mut self,
        condition: Lit,
        place: &Place<'v>,
        scope: usize,
        depth: usize,
    ) -> Result<Vec<Case>, TooMany> {
        let inner = self.cases(place, scope, true, depth + 1)?;
        if condition == Lit::TRUE {
            return Ok(inner);
        }
        Ok(self.either(condition, inner, vec![(Lit::TRUE, Covered::default())]))
    }

    fn either(&mut self, condition: Lit, then: Vec<Case>, other: Vec<Case>) -> Vec<Case> {
        let mut cases = Vec::new();
        for (condition, these) in [(condition, then), (condition.not(), other)] {
            for (inner, covered) in these {
                cases.push((self.graph.all([condition, inner]), covered));
            }
        }
        self.merged(cases)
    }

    fn product(&mut self, left: Vec<Case>, right: &[Case]) -> Result<Vec<Case>, TooMany> {
        if left.len() * right.len() > MAX_CASES {
            return Err(TooMany);
        }
        let mut cases = Vec::new();
        for (condition, covered) in left {
            for (other, also) in right {
                cases.push((self.graph.all([condition, *other]), covered.and(also)));
            }
        }
        Ok(self.merged(cases))
    }

    /// Cases that evaluate the same are one; where all do, it needs no condition.
    fn merged(&mut self, mut cases: Vec<Case>) -> Vec<Case> {
        cases.retain(|(condition, _)| *condition != Lit::FALSE);
        cases.sort_by(|(_, one), (_, other)| one.cmp(other));
        let mut merged: Vec<Case> = Vec::new();
        for (condition, covered) in cases {
            match merged.last_mut() {
                Some((known, same)) if *same == covered => {
                    *known = self.graph.any([*known, condition]);
                }
                _ => merged.push((condition, covered)),
            }
        }
        if let [(condition, _)] = merged.as_mut_slice() {
            *condition = Lit::TRUE;
        }
        merged
    }
}
