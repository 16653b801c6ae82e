//! From JSON to the graph: every dialect's keywords become the same few assertions.

mod arrays;
mod evaluated;
mod objects;
mod scalars;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::document::{Documents, Place, Target, is_replaced_by_reference};
use crate::ir::{Graph, Lit, Node, Reason};
use crate::options::Draft;

/// Schemas within schemas, references followed; the stack has room for many more.
const MAX_DEPTH: usize = 2_000;

/// Dynamic anchors in force: which schema a `$dynamicRef` leads to, outermost first found.
type Scope<'v> = BTreeMap<Rc<str>, Place<'v>>;

/// A schema as part of the graph.
#[derive(Debug)]
pub(crate) struct Lifted {
    /// That a value meets it.
    pub(crate) lit: Lit,
    /// JSON Pointers to what is not understood.
    pub(crate) holes: Vec<String>,
}

/// Reads one schema into the graph. `side` begins the pointers of reasons.
pub(crate) fn lift(graph: &mut Graph, schema: &Value, draft: Draft, side: &str) -> Lifted {
    let (documents, root) = Documents::new(schema, draft);
    let mut reading = Lift {
        graph,
        documents,
        side,
        scopes: vec![Scope::new()],
        done: HashMap::new(),
        open: HashMap::new(),
        holes: Vec::new(),
    };
    let first = reading.graph.targets.len();
    let lit = reading.schema(root, 0);
    reading.break_loops(first);
    Lifted { lit, holes: reading.holes }
}

struct Lift<'v, 'g> {
    graph: &'g mut Graph,
    documents: Documents<'v>,
    side: &'g str,
    scopes: Vec<Scope<'v>>,
    /// Schemas read, by address and scope.
    done: HashMap<(usize, usize), Lit>,
    /// Schemas being read, and the index of the references to them.
    open: HashMap<(usize, usize), Option<usize>>,
    holes: Vec<String>,
}

impl<'v> Lift<'v, '_> {
    fn schema(&mut self, place: Place<'v>, scope: usize) -> Lit {
        let place = place.entered();
        let scope = self.scope_within(&place, scope);
        let map = match place.value {
            Value::Bool(true) => return Lit::TRUE,
            Value::Bool(false) => return Lit::FALSE,
            Value::Object(map) => map,
            _ => return self.malformed(&place, "a schema is an object or a boolean"),
        };
        let key = (place.address(), scope);
        if let Some(&lit) = self.done.get(&key) {
            return lit;
        }
        if let Some(reference) = self.open.get_mut(&key) {
            let index = *reference.get_or_insert_with(|| {
                self.graph.targets.push(None);
                self.graph.targets.len() - 1
            });
            return self.graph.add(Node::Ref(index));
        }
        if self.open.len() >= MAX_DEPTH {
            return self.opaque(&place, "more than 2000 schemas within one another");
        }
        self.open.insert(key, None);
        let lit = self.keywords(&place, map, scope);
        if let Some(Some(index)) = self.open.remove(&key) {
            self.graph.targets[index] = Some(lit);
        }
        self.done.insert(key, lit);
        lit
    }

    /// The scope with the dynamic anchors of the place's resource, where outer ones do not come first.
    fn scope_within(&mut self, place: &Place<'v>, scope: usize) -> usize {
        let mut wider: Option<Scope<'v>> = None;
        for (name, anchor) in self.documents.dynamic_anchors(&place.base) {
            if !self.scopes[scope].contains_key(name) {
                let wider = wider.get_or_insert_with(|| self.scopes[scope].clone());
                wider.insert(Rc::clone(name), anchor.clone());
            }
        }
        let Some(wider) = wider else { return scope };
        let addresses = |scope: &Scope<'_>| {
            scope.iter().map(|(name, place)| (Rc::clone(name), place.address())).collect::<Vec<_>>()
        };
        let these = addresses(&wider);
        self.scopes.iter().position(|other| addresses(other) == these).unwrap_or_else(|| {
            self.scopes.push(wider);
            self.scopes.len() - 1
        })
    }

    fn keywords(&mut self, place: &Place<'v>, map: &'v Map<String, Value>, scope: usize) -> Lit {
        if place.draft == Draft::Other {
            return self.opaque(place, "the dialect that `$schema` names is not known");
        }
        if is_replaced_by_reference(place) {
            return self.reference(place, "$ref", scope);
        }
        let mut lits = Vec::new();
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let since = match keyword {
                "$ref" => true,
                "$dynamicRef" => place.draft == Draft::Draft202012,
                _ => place.draft == Draft::Draft201909,
            };
            if since && map.contains_key(keyword) {
                lits.push(self.reference(place, keyword, scope));
            }
        }
        lits.extend(self.values(place, map));
        lits.extend(self.combined(place, map, scope));
        lits.extend(self.scalars(place, map));
        lits.extend(self.array(place, map, scope));
        lits.extend(self.object(place, map, scope));
        lits.extend(self.unevaluated(place, map, scope));
        self.graph.all(lits)
    }

    fn target(&mut self, place: &Place<'v>, keyword: &str, scope: usize) -> Result<Place<'v>, Lit> {
        let Some(reference) = place.value.get(keyword).and_then(Value::as_str) else {
            return Err(self.malformed(place, "a reference is a string"));
        };
        match self.documents.resolve(&place.base, reference) {
            Target::Found { place: target, dynamic } => {
                let outermost = dynamic
                    .filter(|_| keyword != "$ref")
                    .and_then(|name| self.scopes[scope].get(&name).cloned());
                Ok(outermost.unwrap_or(target))
            }
            Target::Missing { iri } => {
                // What an IRI of somebody else's names is the same wherever it is named.
                let ours =
                    iri.starts_with(crate::document::NO_BASE) || iri.starts_with(&*place.base);
                let name = if ours { format!("{}: {iri}", self.side) } else { iri.clone() };
                let reason = self.reason(place, format!("nothing is known of what {iri} names"));
                self.holes.push(place.pointer.clone());
                Err(self.graph.opaque(name, reason))
            }
        }
    }

    fn reference(&mut self, place: &Place<'v>, keyword: &str, scope: usize) -> Lit {
        match self.target(place, keyword, scope) {
            Ok(target) => self.schema(target, scope),
            Err(lit) => lit,
        }
    }

    /// `allOf`, `anyOf`, `oneOf`, `not`, `if`
    fn combined(
        &mut self,
        place: &Place<'v>,
        map: &'v Map<String, Value>,
        scope: usize,
    ) -> Vec<Lit> {
        let mut lits = Vec::new();
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(value) = map.get(keyword) else { continue };
            let Some(members) = self.members(place, keyword, value, scope) else {
                lits.push(
                    self.malformed(place, "`allOf`, `anyOf` and `oneOf` are lists of schemas"),
                );
                continue;
            };
            lits.push(match keyword {
                "allOf" => self.graph.all(members),
                "anyOf" => self.graph.any(members),
                _ => self.exactly_one(&members),
            });
        }
        if let Some(value) = map.get("not") {
            lits.push(self.schema(place.child(value, "not"), scope).not());
        }
        if place.draft >= Draft::Draft7
            && let Some(condition) = map.get("if")
        {
            let condition = self.schema(place.child(condition, "if"), scope);
            if let Some(then) = map.get("then") {
                let then = self.schema(place.child(then, "then"), scope);
                lits.push(self.graph.any([condition.not(), then]));
            }
            if let Some(other) = map.get("else") {
                let other = self.schema(place.child(other, "else"), scope);
                lits.push(self.graph.any([condition, other]));
            }
        }
        lits
    }

    fn members(
        &mut self,
        place: &Place<'v>,
        keyword: &str,
        value: &'v Value,
        scope: usize,
    ) -> Option<Vec<Lit>> {
        let members = value.as_array()?.iter().enumerate();
        Some(
            members
                .map(|(index, member)| {
                    self.schema(place.grandchild(member, keyword, &index.to_string()), scope)
                })
                .collect(),
        )
    }

    /// At least one, and where one holds, none of those behind it.
    fn exactly_one(&mut self, members: &[Lit]) -> Lit {
        let mut lits = vec![self.graph.any(members.iter().copied())];
        for (index, &one) in members.iter().enumerate() {
            let later = self.graph.any(members[index + 1..].iter().copied());
            lits.push(self.graph.any([one.not(), later.not()]));
        }
        self.graph.all(lits)
    }

    fn pointer(&self, pointer: &str) -> String {
        format!("{}#{pointer}", self.side)
    }

    fn reason(&self, place: &Place<'v>, text: impl Into<String>) -> Reason {
        Reason { text: text.into(), pointer: self.pointer(&place.pointer) }
    }

    fn opaque(&mut self, place: &Place<'v>, text: &str) -> Lit {
        let reason = self.reason(place, text);
        self.holes.push(place.pointer.clone());
        // The same words mean the same, whatever it is, unless they refer to something around them.
        let words = crate::value::key(&crate::value::canonical(place.value));
        let around = if words.contains("Ref\"") || words.contains("$ref\"") {
            format!("{} {}", self.side, place.pointer)
        } else {
            String::new()
        };
        let name = format!("{:?} {around} {text} {words}", place.draft);
        self.graph.opaque(name, reason)
    }

    fn malformed(&mut self, place: &Place<'v>, text: &str) -> Lit {
        self.opaque(place, text)
    }

    /// Makes a reference opaque that leads back to itself without a step into a part of the value: what such a schema
    /// means is not defined.
    fn break_loops(&mut self, first: usize) {
        for index in first..self.graph.targets.len() {
            let mut seen = HashSet::new();
            let mut work: Vec<Lit> = self.graph.targets[index].into_iter().collect();
            while let Some(lit) = work.pop() {
                if !seen.insert(lit.node()) {
                    continue;
                }
                match &**self.graph.node(lit) {
                    Node::All(lits) => work.extend(lits),
                    Node::Ref(target) if *target == index => {
                        let text = "a reference leads back to itself without a step into the value";
                        let reason = Reason { text: text.into(), pointer: self.pointer("") };
                        let name = format!("{} loop {index}", self.side);
                        self.graph.targets[index] = Some(self.graph.opaque(name, reason));
                        break;
                    }
                    Node::Ref(target) => work.extend(self.graph.targets[*target]),
                    _ => {}
                }
            }
        }
    }
}
