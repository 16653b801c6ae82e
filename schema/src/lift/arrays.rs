//! `prefixItems`, `items`, `additionalItems`, `contains`, `uniqueItems` and bounds of length.

use serde_json::{Map, Value};

use super::Lift;
use super::scalars::count;
use crate::document::Place;
use crate::ir::{Lit, Node};
use crate::options::Draft;

impl<'v> Lift<'v, '_> {
    pub(super) fn array(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        scope: usize,
    ) -> Vec<Lit> {
        let mut lits = Vec::new();
        lits.extend(self.bound(place, map, "minItems", Node::MinItems));
        lits.extend(self.bound(place, map, "maxItems", Node::MaxItems));
        match map.get("uniqueItems") {
            Some(Value::Bool(true)) => lits.push(self.graph.add(Node::Unique)),
            Some(Value::Bool(false)) | None => {}
            Some(_) => lits.push(self.malformed(place, "`uniqueItems` is a boolean")),
        }
        let layout = Layout::of(place.draft, map);
        if let Some((keyword, value)) = layout.prefix {
            match self.members(place, keyword, value, scope) {
                Some(members) => {
                    for (index, lit) in members.into_iter().enumerate() {
                        if lit != Lit::TRUE {
                            lits.push(self.graph.add(Node::Item(index, lit)));
                        }
                    }
                }
                None => lits.push(self.malformed(place, "`prefixItems` is a list of schemas")),
            }
        }
        if let Some((keyword, value)) = layout.rest {
            let lit = self.schema(place.child(value, keyword), scope);
            if lit != Lit::TRUE {
                lits.push(self.graph.add(Node::ItemsFrom(layout.length, lit)));
            }
        }
        if let Some(value) = map.get("contains") {
            let lit = self.schema(place.child(value, "contains"), scope);
            let counted = place.draft >= Draft::Draft201909;
            let bound = |keyword| map.get(keyword).filter(|_| counted).map(count);
            match (bound("minContains"), bound("maxContains")) {
                (Some(None), _) | (_, Some(None)) => {
                    lits.push(
                        self.malformed(place, "a bound of `contains` is an integer of at least 0"),
                    );
                }
                (min, max) => {
                    let min = min.flatten().unwrap_or(1);
                    if min > 0 {
                        lits.push(self.graph.add(Node::ContainsMin(lit, min)));
                    }
                    if let Some(max) = max.flatten() {
                        lits.push(self.graph.add(Node::ContainsMax(lit, max)));
                    }
                }
            }
        }
        lits
    }
}

/// Which keyword of a dialect says what about items.
pub(super) struct Layout<'v> {
    /// Schemas for the first items.
    pub(super) prefix: Option<(&'static str, &'v Value)>,
    /// How many those are.
    pub(super) length: usize,
    /// The schema for all others.
    pub(super) rest: Option<(&'static str, &'v Value)>,
}

impl<'v> Layout<'v> {
    pub(super) fn of(draft: Draft, map: &'v Map<String, Value>) -> Self {
        let (prefix, rest) = if draft == Draft::Draft202012 {
            let prefix = map.get("prefixItems").map(|value| ("prefixItems", value));
            (prefix, map.get("items").map(|value| ("items", value)))
        } else {
            match map.get("items") {
                Some(value @ Value::Array(_)) => {
                    let rest = map.get("additionalItems").map(|value| ("additionalItems", value));
                    (Some(("items", value)), rest)
                }
                value => (None, value.map(|value| ("items", value))),
            }
        };
        let length = prefix.and_then(|(_, value)| value.as_array()).map_or(0, Vec::len);
        Self { prefix, length, rest }
    }
}
