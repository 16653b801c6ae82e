//! `type`, `enum`, `const`, bounds of numbers, lengths and patterns.

use num_traits::{Signed, ToPrimitive, Zero};
use serde_json::{Map, Value};

use super::Lift;
use crate::document::Place;
use crate::ir::{Kinds, Lit, Node};
use crate::number::{self, Rational};

impl<'v> Lift<'v, '_> {
    /// `type`, `enum`, `const`
    pub(super) fn values(&mut self, place: &Place<'v>, map: &'v Map<String, Value>) -> Vec<Lit> {
        let mut lits = Vec::new();
        if let Some(kind) = map.get("type") {
            lits.push(self.kinds(place, kind));
        }
        match map.get("enum") {
            Some(Value::Array(values)) => lits.push(self.graph.one_of(values)),
            Some(_) => lits.push(self.malformed(place, "`enum` is a list")),
            None => {}
        }
        if let Some(value) = map.get("const") {
            lits.push(self.graph.one_of([value]));
        }
        lits
    }

    fn kinds(&mut self, place: &Place<'v>, names: &'v Value) -> Lit {
        let names = match names {
            Value::Array(names) => names.as_slice(),
            one => std::slice::from_ref(one),
        };
        let (mut kinds, mut integer) = (Kinds::NONE, false);
        for name in names {
            kinds = kinds.or(match name.as_str() {
                Some("null") => Kinds::NULL,
                Some("boolean") => Kinds::BOOLEAN,
                Some("number") => Kinds::NUMBER,
                Some("string") => Kinds::STRING,
                Some("array") => Kinds::ARRAY,
                Some("object") => Kinds::OBJECT,
                Some("integer") => {
                    integer = true;
                    Kinds::NONE
                }
                _ => return self.malformed(place, "`type` names a type that there is not"),
            });
        }
        if !integer || kinds.has(Kinds::NUMBER) {
            return self.graph.kind(kinds);
        }
        let kinds = self.graph.kind(kinds.or(Kinds::NUMBER));
        let integral = self.graph.add(Node::MultipleOf(Rational::from_integer(1.into())));
        self.graph.all([kinds, integral])
    }

    /// Bounds, multiples, lengths, patterns
    pub(super) fn scalars(&mut self, place: &Place<'v>, map: &'v Map<String, Value>) -> Vec<Lit> {
        let mut lits = Vec::new();
        for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"]
        {
            let Some(value) = map.get(keyword) else { continue };
            let Some(bound) = value.as_number().and_then(number::exact) else {
                lits.push(self.malformed(
                    place,
                    "a bound of numbers is a number in the range of double precision",
                ));
                continue;
            };
            let strict = keyword.starts_with("exclusive");
            let node = match keyword {
                "minimum" | "exclusiveMinimum" => Node::AtLeast { bound, strict },
                "maximum" | "exclusiveMaximum" => Node::AtMost { bound, strict },
                _ if bound.is_zero() || bound.is_negative() => {
                    lits.push(self.malformed(place, "`multipleOf` is more than 0"));
                    continue;
                }
                _ => Node::MultipleOf(bound),
            };
            lits.push(self.graph.add(node));
        }
        lits.extend(self.bound(place, map, "minLength", Node::MinLength));
        lits.extend(self.bound(place, map, "maxLength", Node::MaxLength));
        match map.get("pattern") {
            Some(Value::String(pattern)) => lits.push(self.pattern(place, pattern)),
            Some(_) => lits.push(self.malformed(place, "`pattern` is a string")),
            None => {}
        }
        lits
    }

    fn pattern(&mut self, place: &Place<'v>, pattern: &str) -> Lit {
        let lit = self.graph.add(Node::Pattern(pattern.into()));
        let pointer = self.pointer(&place.pointer);
        self.graph.places.entry(lit.node()).or_insert(pointer);
        lit
    }

    /// A keyword whose value is a count.
    pub(super) fn bound(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        keyword: &str,
        node: fn(u64) -> Node,
    ) -> Option<Lit> {
        match count(map.get(keyword)?) {
            Some(count) => Some(self.graph.add(node(count))),
            None => Some(self.malformed(place, "a bound of length is an integer of at least 0")),
        }
    }
}

/// An integer of at least 0; one beyond all counts is as good as the largest.
pub(super) fn count(value: &Value) -> Option<u64> {
    let exact = number::exact(value.as_number()?)?;
    (exact.is_integer() && !exact.is_negative())
        .then(|| exact.to_integer().to_u64().unwrap_or(u64::MAX))
}
