//! Writing a type out: every reference replaced by what it refers to, except where that never ends.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use crate::types::document::base_in;
use crate::types::error::Kind;
use crate::types::merge::merge;
use crate::types::{TypeError, TypeStore, iri, keywords, own};

/// Schemas that a type may have when written out. References can double with each step (as entities in XML do).
pub(super) const MAX_SCHEMAS: usize = 10_000;

/// Levels of schemas in a type when written out.
pub(super) const MAX_DEPTH: usize = 64;

/// Keywords that name or describe, and say nothing to a caller of a tool.
const NOISE: [&str; 9] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$id",
    "$schema",
    "$vocabulary",
    "definitions",
    "title",
];

/// A place in a store: document and pointer.
type Place = (usize, String);

/// The type that an IRI names, as a schema that stands by itself.
pub(super) fn write_out(store: &TypeStore, iri: &str) -> Result<Value, TypeError> {
    let (resource, fragment) =
        iri::split(iri).ok_or_else(|| Kind::NotAbsolute { iri: iri.to_owned() })?;
    let root = store.find(iri, &resource, &fragment)?;
    let names = name_recursive(store, iri, &root)?;
    let mut writer = Writer { store, iri, names: &names, left: MAX_SCHEMAS };
    let mut defs = Map::new();
    for (place, name) in &names {
        defs.insert(name.clone(), writer.place(place, 1)?);
    }
    let mut schema = match names.get(&root) {
        Some(name) => {
            let description = defs[name].get("description").cloned();
            let mut reference = json!({ "$ref": format!("#/$defs/{name}") });
            if let Some(description) = description {
                reference["description"] = description;
            }
            reference
        }
        None => writer.place(&root, 0)?,
    };
    if let Value::Object(schema) = &mut schema
        && !defs.is_empty()
    {
        schema.insert("$defs".into(), Value::Object(defs));
    }
    Ok(schema)
}

/// The places that can be reached from themselves, with a name for each.
fn name_recursive(
    store: &TypeStore,
    iri: &str,
    root: &Place,
) -> Result<BTreeMap<Place, String>, TypeError> {
    let mut places = vec![root.clone()];
    let mut numbers = HashMap::from([(root.clone(), 0)]);
    let mut edges: Vec<Vec<usize>> = Vec::new();
    while let Some(place) = places.get(edges.len()).cloned() {
        let mut targets = Vec::new();
        for target in references(store, iri, &place)? {
            targets.push(*numbers.entry(target.clone()).or_insert_with(|| {
                places.push(target);
                places.len() - 1
            }));
        }
        edges.push(targets);
        if edges.len() > MAX_SCHEMAS {
            return Err(Kind::TooLarge { iri: iri.to_owned() }.into());
        }
    }
    let mut recursive: Vec<&Place> =
        on_cycles(&edges).into_iter().map(|number| &places[number]).collect();
    recursive.sort();
    let mut taken = BTreeSet::new();
    let named = recursive
        .into_iter()
        .map(|place| (place.clone(), unused(&name_of(store, place), &mut taken)));
    Ok(named.collect())
}

/// The nodes of a graph that lie on a cycle.
fn on_cycles(edges: &[Vec<usize>]) -> Vec<usize> {
    // What leads nowhere, or only to what leads nowhere, is on none: most types, and long chains.
    let mut sources = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for to in targets {
            sources[*to].push(from);
        }
    }
    let mut left: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut ends: Vec<usize> = (0..edges.len()).filter(|node| left[*node] == 0).collect();
    while let Some(end) = ends.pop() {
        for source in &sources[end] {
            left[*source] -= 1;
            if left[*source] == 0 {
                ends.push(*source);
            }
        }
    }
    (0..edges.len()).filter(|node| left[*node] > 0 && reaches_itself(edges, *node)).collect()
}

fn reaches_itself(edges: &[Vec<usize>], node: usize) -> bool {
    let mut seen = vec![false; edges.len()];
    let mut open = edges[node].clone();
    while let Some(next) = open.pop() {
        if next == node {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            open.extend(&edges[next]);
        }
    }
    false
}

/// The places that the schema at a place refers to.
fn references(store: &TypeStore, iri: &str, place: &Place) -> Result<BTreeSet<Place>, TypeError> {
    let document = store.document(place.0);
    let schema = document.root.pointer(&place.1).unwrap_or(&Value::Null);
    let mut found = BTreeSet::new();
    let mut open = vec![(schema, document.base_at(&place.1))];
    while let Some((schema, base)) = open.pop() {
        let Value::Object(schema) = schema else { continue };
        if let Some(Value::String(reference)) = schema.get("$ref") {
            found.insert(target(store, iri, &base, reference)?);
        }
        for (keyword, value) in schema.iter().filter(|(keyword, _)| !keywords::defines(keyword)) {
            keywords::each_of(keyword, value, |_, below| open.push((below, base_in(below, &base))));
        }
    }
    Ok(found)
}

fn target(store: &TypeStore, iri: &str, base: &str, reference: &str) -> Result<Place, TypeError> {
    let dangling = |cause: Option<TypeError>| {
        TypeError::from(Kind::Dangling {
            iri: iri.to_owned(),
            reference: reference.to_owned(),
            cause: cause.map(Box::new),
        })
    };
    let (resource, fragment) = iri::resolve(base, reference).ok_or_else(|| dangling(None))?;
    let full = format!("{resource}#{fragment}");
    store.find(&full, &resource, &fragment).map_err(|cause| dangling(Some(cause)))
}

fn name_of(store: &TypeStore, place: &Place) -> String {
    let last = if let Some((_, token)) = place.1.rsplit_once('/') {
        token
    } else {
        let iri = &store.document(place.0).iri;
        iri.rsplit(['/', ':']).next().and_then(|file| file.split('.').next()).unwrap_or(iri)
    };
    let name: String =
        last.chars().filter(|c| c.is_ascii_alphanumeric() || "_-".contains(*c)).collect();
    if name.is_empty() { "Type".into() } else { name }
}

/// The name, or the name with the first number that makes it new.
pub(super) fn unused(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut candidates = std::iter::once(name.to_owned()).chain(numbered);
    let free = candidates.find(|candidate| !taken.contains(candidate)).unwrap_or_default();
    taken.insert(free.clone());
    free
}

struct Writer<'w> {
    store: &'w TypeStore,
    iri: &'w str,
    names: &'w BTreeMap<Place, String>,
    left: usize,
}

impl Writer<'_> {
    fn place(&mut self, place: &Place, depth: usize) -> Result<Value, TypeError> {
        let document = self.store.document(place.0);
        let schema = document.root.pointer(&place.1).unwrap_or(&Value::Null);
        let base = document.base_at(&place.1);
        self.schema(schema, &base, depth)
    }

    fn schema(&mut self, schema: &Value, base: &str, depth: usize) -> Result<Value, TypeError> {
        if self.left == 0 || depth > MAX_DEPTH {
            return Err(Kind::TooLarge { iri: self.iri.to_owned() }.into());
        }
        self.left -= 1;
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(_) => return Ok(schema.clone()),
            _ => return Err(Kind::NotASchema { iri: self.iri.to_owned() }.into()),
        };
        // A pointer can lead to a schema under a keyword that the document's own check does not know.
        if let Some(wrong) = own::wrong(schema).first() {
            let why = format!("{}; {}", wrong.message, wrong.help);
            return Err(Kind::Own { iri: self.iri.to_owned(), why }.into());
        }
        let mut beside = Map::new();
        for (keyword, value) in schema {
            if keyword != "$ref" && !NOISE.contains(&keyword.as_str()) {
                let written = keywords::map(keyword, value, |below| {
                    self.schema(below, &base_in(below, base), depth + 1)
                })?;
                beside.insert(keyword.clone(), written);
            }
        }
        let Some(Value::String(reference)) = schema.get("$ref") else {
            return Ok(Value::Object(beside));
        };
        let target = target(self.store, self.iri, base, reference)?;
        let written = match self.names.get(&target) {
            Some(name) => json!({ "$ref": format!("#/$defs/{name}") }),
            None => self.place(&target, depth + 1)?,
        };
        Ok(merge(written, beside))
    }
}
