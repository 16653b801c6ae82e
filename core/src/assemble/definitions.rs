//! The types of an instance's functions, as a types document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::claim::{self, Claim};
use crate::registry::TypeSpec;
use crate::types;

/// The types of an instance's functions, as `$defs`.
#[derive(Default)]
pub(super) struct Definitions {
    base: String,
    schemas: Map<String, Value>,
    /// As schemars gave them, to tell one type met twice from two types of one name.
    originals: BTreeMap<String, Value>,
    claims: Vec<Claim>,
}

impl Definitions {
    pub(super) fn new(base: &str) -> Self {
        Self { base: base.to_owned(), ..Self::default() }
    }

    /// The document, where there is anything in it.
    pub(super) fn document(self) -> Option<Value> {
        (!self.schemas.is_empty()).then(|| json!({"$id": self.base, "$defs": self.schemas}))
    }

    /// The claims since the last time.
    pub(super) fn take_claims(&mut self) -> Vec<Claim> {
        std::mem::take(&mut self.claims)
    }

    /// Takes the type of a port in; gives its absolute IRI, which is the one that it claims where it claims one. Two
    /// different types of one name get different names.
    pub(super) fn iri(&mut self, port: &str, ty: &TypeSpec) -> String {
        let mut schema = (ty.schema)().to_value();
        if let Some(iri) = claim::claimed(&schema) {
            let (port, iri) = (port.to_owned(), iri.to_owned());
            self.claims.push(Claim {
                port,
                name: (ty.name)().into_owned(),
                iri: iri.clone(),
                schema,
            });
            return iri;
        }
        let mut found = Map::new();
        if let Some(object) = schema.as_object_mut() {
            object.remove("$schema");
            if let Some(Value::Object(nested)) = object.remove("$defs") {
                found = nested;
            }
        }
        let name = (ty.name)().into_owned();
        found.insert(name.clone(), schema);

        let mut renamed = BTreeMap::new();
        for (wanted, original) in &found {
            let mut own = wanted.clone();
            let mut number = 1;
            while self.originals.get(&own).is_some_and(|known| known != original) {
                number += 1;
                own = format!("{wanted}{number}");
            }
            self.originals.insert(own.clone(), original.clone());
            renamed.insert(wanted.clone(), own);
        }
        for (wanted, mut schema) in found {
            rename(&mut schema, &renamed);
            self.schemas.insert(renamed[&wanted].clone(), schema);
        }
        format!("{}#/$defs/{}", self.base, renamed[&name].replace('~', "~0").replace('/', "~1"))
    }
}

fn rename(schema: &mut Value, renamed: &BTreeMap<String, String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get_mut("$ref")
                && let Some(own) =
                    reference.strip_prefix("#/$defs/").and_then(|name| renamed.get(name))
            {
                *reference = format!("#/$defs/{own}");
            }
            // A claim is judged where the type is that of a port.
            types::without_iri(object);
            object.values_mut().for_each(|value| rename(value, renamed));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| rename(value, renamed)),
        _ => {}
    }
}
