//! A types document: reading it, and finding things in it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde_json::{Value, json};

use crate::fault::{Fault, Location};
use crate::source::{self, Checker, Faults, Format, Node, Source, Span};
use crate::types::{iri, keywords, own};

/// Dialects that are read, all as 2020-12. What the older ones say differently is a fault where it is said.
const DIALECTS: [&str; 4] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema",
];

/// Keywords that would be passed over in silence in 2020-12, or that depend on who refers.
const NOT_READ: [(&str, &str); 4] = [
    ("$dynamicRef", "write `$ref`"),
    ("$recursiveRef", "write `$ref`"),
    ("additionalItems", "write `prefixItems` with `items`"),
    ("dependencies", "write `dependentRequired` or `dependentSchemas`"),
];

static META: LazyLock<Checker> = LazyLock::new(|| {
    Checker::new(json!({ "$ref": "https://json-schema.org/draft/2020-12/schema" }), &[])
});

/// A document of a store.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// Its IRI, normalized, without a fragment.
    pub(super) iri: String,
    pub(super) shown: Arc<Path>,
    pub(super) root: Value,
    /// Pointers of the schemas with an IRI of their own, the root (an empty pointer) included.
    pub(super) resources: BTreeMap<String, String>,
    /// Pointers of anchors, by the IRI of their resource and their name.
    pub(super) anchors: BTreeMap<(String, String), String>,
}

impl Document {
    /// A document from a tree. `default` is its IRI where it does not name itself, and the base of a relative `$id`.
    pub(super) fn from_tree(
        tree: &Node,
        source: &Source,
        default: Option<&str>,
    ) -> Result<Self, Vec<Fault>> {
        Self::checked(tree.to_json(), tree, source, default)
    }

    /// A document that was made by a program.
    pub(super) fn from_value(root: Value, iri: &str, shown: &Path) -> Result<Self, Vec<Fault>> {
        let text = serde_json::to_string(&root).unwrap_or_default();
        let source = Source::new(text, Format::Json, shown);
        let parsed = source::parse(&source);
        match parsed.root {
            Some(tree) if parsed.faults.is_empty() => {
                Self::checked(root, &tree, &source, Some(iri))
            }
            _ => Err(parsed.faults.finish()),
        }
        .map_err(|faults| {
            let whole = Location::whole(shown);
            faults.into_iter().map(|fault| Fault { location: whole.clone(), ..fault }).collect()
        })
    }

    fn checked(
        root: Value,
        tree: &Node,
        source: &Source,
        default: Option<&str>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults::new(source);
        // The meta-schema is several, which say the same of what is wrong for all of them; each is told once.
        META.check(tree, &root, &mut faults);
        for (pointer, message, help) in complaints(&root) {
            let (entry, node) = tree.pointer(&pointer).unwrap_or((None, tree));
            faults.invalid_with(entry.map_or(node.span, |entry| entry.key_span), message, help);
        }
        let iri = document_iri(&root, default);
        if iri.is_none() && faults.is_empty() {
            let span = tree.get("$id").map_or(tree.span, |id| id.span);
            let message = "the document has no absolute `$id`";
            faults.invalid_with(span, message, "types are named by IRI: give it one");
        }
        match iri {
            Some(iri) if faults.is_empty() => {
                Ok(Self::index(iri, source.location(Span::default()).path, root))
            }
            _ => Err(faults.finish()),
        }
    }

    fn index(iri: String, shown: Arc<Path>, root: Value) -> Self {
        let mut resources = BTreeMap::new();
        let mut anchors = BTreeMap::new();
        let mut open = vec![(String::new(), iri.clone(), &root)];
        resources.insert(iri.clone(), String::new());
        while let Some((pointer, base, schema)) = open.pop() {
            let Value::Object(schema) = schema else { continue };
            if !pointer.is_empty() && schema.get("$id").is_some_and(Value::is_string) {
                resources.entry(base.clone()).or_insert_with(|| pointer.clone());
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if let Some(Value::String(name)) = schema.get(keyword) {
                    anchors.entry((base.clone(), name.clone())).or_insert_with(|| pointer.clone());
                }
            }
            keywords::each(schema, |below, value| {
                open.push((pointer.clone() + &below, base_in(value, &base), value));
            });
        }
        Self { iri, shown, root, resources, anchors }
    }

    /// The pointer, from the root, of what a fragment names in a resource.
    pub(super) fn find(&self, resource: &str, fragment: &str) -> Option<String> {
        let root = self.resources.get(resource)?;
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.get(&(resource.to_owned(), fragment.to_owned())).cloned();
        }
        let other = match fragment.split_once('/').map(|(_, rest)| rest.split_once('/')) {
            Some(Some(("$defs", rest))) => format!("/definitions/{rest}"),
            Some(Some(("definitions", rest))) => format!("/$defs/{rest}"),
            _ => fragment.to_owned(),
        };
        // `definitions` is what `$defs` was called before 2019-09.
        [fragment, &other]
            .iter()
            .map(|fragment| format!("{root}{fragment}"))
            .find(|pointer| self.root.pointer(pointer).is_some())
    }

    /// The base of references at a pointer.
    pub(super) fn base_at(&self, pointer: &str) -> String {
        let inner = self.resources.iter().filter(|(_, root)| {
            pointer
                .strip_prefix(root.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        inner
            .max_by_key(|(_, root)| root.len())
            .map_or_else(|| self.iri.clone(), |(iri, _)| iri.clone())
    }

    /// Names of the types that it defines.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        ["$defs", "definitions"]
            .iter()
            .filter_map(|keyword| self.root.get(keyword)?.as_object())
            .flat_map(|names| names.keys().map(String::as_str))
    }
}

/// The base inside a schema, from the base around it.
pub(super) fn base_in(schema: &Value, base: &str) -> String {
    let id = schema.get("$id").and_then(Value::as_str);
    id.and_then(|id| iri::resolve(base, id))
        .map_or_else(|| base.to_owned(), |(document, _)| document)
}

fn document_iri(root: &Value, default: Option<&str>) -> Option<String> {
    let default = default.and_then(iri::split).map(|(document, _)| document);
    match root.get("$id").and_then(Value::as_str) {
        None => default,
        Some(id) if iri::is_absolute(id) => iri::split(id).map(|(document, _)| document),
        Some(id) => iri::resolve(&default?, id).map(|(document, _)| document),
    }
}

/// What is wrong in a document although the meta-schema admits it: pointer, message, help.
fn complaints(root: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    if let Some(dialect) = root.get("$schema").and_then(Value::as_str)
        && !DIALECTS.contains(&dialect.trim_end_matches('#'))
    {
        let message = format!("the dialect `{dialect}` is not read");
        found.push(("/$schema".into(), message, format!("write `{}`", DIALECTS[0])));
    }
    let mut open = vec![(String::new(), root)];
    while let Some((pointer, schema)) = open.pop() {
        let Value::Object(schema) = schema else { continue };
        for (keyword, help) in NOT_READ {
            if schema.contains_key(keyword) {
                let message = format!("the keyword `{keyword}` is not read");
                found.push((format!("{pointer}/{keyword}"), message, help.into()));
            }
        }
        // A type's description is served with every port of the type.
        if let Some((message, help)) =
            schema.get("description").and_then(Value::as_str).and_then(source::hidden)
        {
            found.push((format!("{pointer}/description"), message, help));
        }
        found.extend(
            own::wrong(schema)
                .into_iter()
                .map(|wrong| (format!("{pointer}{}", wrong.pointer), wrong.message, wrong.help)),
        );
        if let Some(Value::String(pattern)) = schema.get("pattern") {
            check_pattern(pattern, format!("{pointer}/pattern"), &mut found);
        }
        for (pattern, _) in
            schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten()
        {
            let at = format!("{pointer}/patternProperties/{}", keywords::escape(pattern));
            check_pattern(pattern, at, &mut found);
        }
        keywords::each(schema, |below, value| open.push((pointer.clone() + &below, value)));
    }
    found
}

fn check_pattern(pattern: &str, pointer: String, found: &mut Vec<(String, String, String)>) {
    if jsonschema::draft202012::new(&json!({ "pattern": pattern })).is_err() {
        let message = format!("`{pattern}` is not a regular expression of ECMA-262");
        found.push((pointer, message, "patterns are read with the `u` flag".into()));
    }
}
