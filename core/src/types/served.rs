//! The schemas that a tool is served with, out of the types of its ports.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::types::inline::unused;
use crate::types::{header, keywords, own};

/// A port and the schema of its type, for [`served_inputs`] and [`served_outputs`].
#[derive(Clone, Copy, Debug)]
pub struct PortSchema<'p> {
    /// Name of the property.
    pub name: &'p str,
    /// The type, as [`Type::schema`](crate::types::Type::schema) gives it.
    pub schema: &'p Value,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it is a list of the type.
    pub repeated: bool,
    /// Its declared default.
    pub default: Option<&'p Value>,
    /// What it is; takes the place of the type's own description.
    pub description: Option<&'p str>,
    /// The header in which clients repeat it.
    pub header: Option<&'p str>,
}

/// The `inputSchema` of a tool: an object with the ports as its properties, and no others.
///
/// Nothing is in it that is not declared. `properties` are sorted by name, `required` stands in the order of the ports.
/// A required list has one element or more. Without ports it is `{"type":"object","properties":{},"additionalProperties":false}`.
pub fn served_inputs(ports: &[PortSchema<'_>]) -> Value {
    let mut defs = Defs::default();
    let mut properties = Map::new();
    for port in ports {
        properties.insert(port.name.to_owned(), property(port, &mut defs));
    }
    let required: Vec<&str> =
        ports.iter().filter(|port| port.required).map(|port| port.name).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), properties.into());
    if !required.is_empty() {
        schema.insert("required".into(), required.into());
    }
    schema.insert("additionalProperties".into(), false.into());
    defs.finish(schema)
}

/// The `outputSchema` of a tool: an object as for [`served_inputs`], or with `whole` the first port's own schema.
pub fn served_outputs(ports: &[PortSchema<'_>], whole: bool) -> Value {
    let Some(port) = ports.first().filter(|_| whole) else { return served_inputs(ports) };
    let mut defs = Defs::default();
    match property(port, &mut defs) {
        Value::Object(schema) => defs.finish(schema),
        other => other,
    }
}

fn property(port: &PortSchema<'_>, defs: &mut Defs) -> Value {
    let one = defs.take(port.schema);
    let mut schema = match (port.repeated, one) {
        (true, items) => {
            let mut list = json!({ "type": "array", "items": items });
            if port.required {
                list["minItems"] = 1.into();
            }
            list
        }
        // Something can be said beside a schema only if it is an object.
        (false, Value::Bool(true)) => json!({}),
        (false, one) => one,
    };
    if let Value::Object(schema) = &mut schema {
        if let Some(description) = port.description {
            schema.insert("description".into(), description.into());
        }
        if let Some(default) = port.default {
            schema.insert("default".into(), default.clone());
        }
        if let Some(header) = port.header {
            schema.insert(header::KEYWORD.into(), header.into());
        }
    }
    schema
}

/// The definitions of recursive types, brought together at the top.
#[derive(Default)]
struct Defs {
    all: Map<String, Value>,
    taken: BTreeSet<String>,
    /// Groups of definitions that are here already, with the names that they got.
    groups: Vec<(Map<String, Value>, BTreeMap<String, String>)>,
}

impl Defs {
    /// A schema without its `$defs`, which are taken in; of two with one name the second gets a number.
    fn take(&mut self, schema: &Value) -> Value {
        let Some(Value::Object(own)) = schema.get("$defs") else {
            return renamed(schema, &BTreeMap::new());
        };
        let names = if let Some((_, names)) = self.groups.iter().find(|(group, _)| group == own) {
            names.clone()
        } else {
            let names: BTreeMap<String, String> =
                own.keys().map(|name| (name.clone(), unused(name, &mut self.taken))).collect();
            for (name, definition) in own {
                self.all.insert(names[name].clone(), renamed(definition, &names));
            }
            self.groups.push((own.clone(), names.clone()));
            names
        };
        let mut schema = renamed(schema, &names);
        if let Value::Object(schema) = &mut schema {
            schema.remove("$defs");
        }
        schema
    }

    fn finish(self, mut schema: Map<String, Value>) -> Value {
        if !self.all.is_empty() {
            schema.insert("$defs".into(), self.all.into());
        }
        Value::Object(schema)
    }
}

/// A schema with its references renamed, and without what only this project reads.
fn renamed(schema: &Value, names: &BTreeMap<String, String>) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let served = keywords.iter().filter(|(keyword, _)| *keyword != own::KEYWORD);
    let renamed = served.map(|(keyword, value)| {
        let name =
            value.as_str().filter(|_| keyword == "$ref").and_then(|r| r.strip_prefix("#/$defs/"));
        let value = match name.and_then(|name| names.get(name)) {
            Some(name) => format!("#/$defs/{name}").into(),
            None => keywords::each_below(keyword, value, |below| renamed(below, names)),
        };
        (keyword.clone(), value)
    });
    Value::Object(renamed.collect())
}
