//! `properties` and its kin, `required`, dependencies, bounds of size.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::Lift;
use crate::document::Place;
use crate::ir::{Keys, Kinds, Lit, Node};
use crate::options::Draft;

impl<'v> Lift<'v, '_> {
    pub(super) fn object(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        scope: usize,
    ) -> Vec<Lit> {
        let mut lits = Vec::new();
        lits.extend(self.bound(place, map, "minProperties", Node::MinProperties));
        lits.extend(self.bound(place, map, "maxProperties", Node::MaxProperties));
        if let Some(value) = map.get("required") {
            match self.all_required(value) {
                Some(these) => lits.extend(these),
                None => lits.push(self.malformed(place, "`required` is a list of names")),
            }
        }
        for keyword in ["properties", "patternProperties"] {
            match map.get(keyword) {
                Some(Value::Object(schemas)) => {
                    for (name, value) in schemas {
                        let lit = self.schema(place.grandchild(value, keyword, name), scope);
                        let name: Rc<str> = name.as_str().into();
                        let keys = if keyword == "properties" {
                            Keys::One(name)
                        } else {
                            Keys::Matching(name)
                        };
                        lits.push(self.graph.values(keys, lit));
                    }
                }
                Some(_) => {
                    lits.push(self.malformed(place, "`properties` has a schema for each name"));
                }
                None => {}
            }
        }
        if let Some(value) = map.get("additionalProperties") {
            let lit = self.schema(place.child(value, "additionalProperties"), scope);
            let names = names(map, "properties");
            let patterns = names_of_patterns(map);
            lits.push(self.graph.values(Keys::Others { names, patterns }, lit));
        }
        if let Some(value) = map.get("propertyNames") {
            let lit = self.schema(place.child(value, "propertyNames"), scope);
            if lit != Lit::TRUE {
                lits.push(self.graph.values(Keys::Refused(lit), Lit::FALSE));
            }
        }
        for keyword in ["dependencies", "dependentRequired", "dependentSchemas"] {
            lits.extend(self.dependencies(place, map, keyword, scope));
        }
        lits
    }

    fn all_required(&mut self, names: &'v Value) -> Option<Vec<Lit>> {
        let names: Vec<&str> =
            names.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
        Some(names.into_iter().map(|name| self.graph.add(Node::Required(name.into()))).collect())
    }

    fn dependencies(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        keyword: &str,
        scope: usize,
    ) -> Vec<Lit> {
        let of_old = keyword == "dependencies";
        let Some(value) = map.get(keyword) else { return Vec::new() };
        match (of_old, place.draft >= Draft::Draft201909) {
            (false, false) => return Vec::new(),
            (true, true) => {
                let text =
                    "`dependencies` is no keyword since 2019-09, but some validators assert it";
                return vec![self.opaque(place, text)];
            }
            _ => {}
        }
        let Value::Object(dependencies) = value else {
            return vec![
                self.malformed(place, "dependencies have names or a schema for each name"),
            ];
        };
        let mut lits = Vec::new();
        for (name, value) in dependencies {
            let present = self.present(name);
            let needs = match value {
                Value::Array(_) if keyword != "dependentSchemas" => {
                    match self.all_required(value) {
                        Some(these) => self.graph.all(these),
                        None => self.malformed(place, "a dependency is a list of names"),
                    }
                }
                _ if keyword == "dependentRequired" => {
                    self.malformed(place, "a dependency is a list of names")
                }
                _ => self.schema(place.grandchild(value, keyword, name), scope),
            };
            lits.push(self.graph.any([present.not(), needs]));
        }
        lits
    }

    /// An object that has the key.
    pub(super) fn present(&mut self, name: &str) -> Lit {
        let object = self.graph.kind(Kinds::OBJECT);
        let required = self.graph.add(Node::Required(name.into()));
        self.graph.all([object, required])
    }
}

/// The names that a keyword has schemas for.
pub(super) fn names(map: &Map<String, Value>, keyword: &str) -> BTreeSet<Rc<str>> {
    let schemas = map.get(keyword).and_then(Value::as_object);
    schemas.into_iter().flat_map(Map::keys).map(|name| name.as_str().into()).collect()
}

pub(super) fn names_of_patterns(map: &Map<String, Value>) -> BTreeSet<Rc<str>> {
    names(map, "patternProperties")
}
