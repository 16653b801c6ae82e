//! A schema document: its resources, anchors and dialects, and what a reference in it points to.
//!
//! Nothing is fetched. A reference leads into the document itself or into a metaschema; any other is not resolved.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::Value;

use crate::options::Draft;

/// The base of a document that does not name itself.
pub(crate) const NO_BASE: &str = "json-schema:///";

/// Keywords whose value is one schema, or a list of them.
const SCHEMAS: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value has a schema for each key.
const MAPS: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// A schema in a document.
#[derive(Clone, Debug)]
pub(crate) struct Place<'v> {
    pub(crate) value: &'v Value,
    /// The IRI of the resource it is part of.
    pub(crate) base: Rc<str>,
    pub(crate) draft: Draft,
    /// Where it is in the document, as a JSON Pointer.
    pub(crate) pointer: String,
}

impl<'v> Place<'v> {
    /// What a document is read by, whatever the value is that stands there.
    pub(crate) fn address(&self) -> usize {
        std::ptr::from_ref(self.value).addr()
    }

    pub(crate) fn child(&self, value: &'v Value, keyword: &str) -> Self {
        Self {
            value,
            base: Rc::clone(&self.base),
            draft: self.draft,
            pointer: format!("{}/{}", self.pointer, escaped(keyword)),
        }
    }

    pub(crate) fn grandchild(&self, value: &'v Value, keyword: &str, key: &str) -> Self {
        Self {
            value,
            base: Rc::clone(&self.base),
            draft: self.draft,
            pointer: format!("{}/{}/{}", self.pointer, escaped(keyword), escaped(key)),
        }
    }

    /// The same place, as part of the resource that begins here, where one does.
    pub(crate) fn entered(mut self) -> Self {
        if let Some(id) = own_id(self.value, self.draft) {
            self.draft = dialect(self.value).unwrap_or(self.draft);
            if let Some(base) = resolved(&self.base, id) {
                self.base = base;
            }
        }
        self
    }
}

/// What a reference leads to.
pub(crate) enum Target<'v> {
    /// A schema, and the name of the dynamic anchor by which it was found.
    Found { place: Place<'v>, dynamic: Option<Rc<str>> },
    /// An IRI of which nothing is known here.
    Missing { iri: String },
}

/// Where anchors are, by name.
type Anchors<'v> = HashMap<Rc<str>, Place<'v>>;

/// The document and the metaschemas that it refers to.
#[derive(Debug, Default)]
pub(crate) struct Documents<'v> {
    resources: HashMap<Rc<str>, Place<'v>>,
    anchors: HashMap<Rc<str>, Anchors<'v>>,
    dynamic: HashMap<Rc<str>, Anchors<'v>>,
}

impl<'v> Documents<'v> {
    /// The document, and its root.
    pub(crate) fn new(root: &'v Value, draft: Draft) -> (Self, Place<'v>) {
        let draft = dialect(root).unwrap_or(draft);
        let place = Place { value: root, base: NO_BASE.into(), draft, pointer: String::new() };
        let mut documents = Self::default();
        documents.resources.insert(NO_BASE.into(), place.clone());
        documents.index(place.clone());
        (documents, place.entered())
    }

    fn index(&mut self, place: Place<'v>) {
        let place = match place.value {
            Value::Object(map) => {
                let outer = Rc::clone(&place.base);
                let place = place.entered();
                if place.base != outer {
                    self.resources.entry(Rc::clone(&place.base)).or_insert_with(|| place.clone());
                }
                if is_replaced_by_reference(&place) {
                    return;
                }
                if place.draft <= Draft::Draft7
                    && let Some(name) = map.get("$id").and_then(Value::as_str)
                    && let Some(name) = name.strip_prefix('#')
                {
                    self.anchor(name, &place);
                }
                for (keyword, since) in
                    [("$anchor", Draft::Draft201909), ("$dynamicAnchor", Draft::Draft202012)]
                {
                    if place.draft >= since
                        && let Some(name) = map.get(keyword).and_then(Value::as_str)
                    {
                        self.anchor(name, &place);
                        if keyword == "$dynamicAnchor" {
                            let anchors = self.dynamic.entry(Rc::clone(&place.base)).or_default();
                            anchors.entry(name.into()).or_insert_with(|| place.clone());
                        }
                    }
                }
                if place.draft == Draft::Draft201909
                    && map.get("$recursiveAnchor") == Some(&Value::Bool(true))
                {
                    let anchors = self.dynamic.entry(Rc::clone(&place.base)).or_default();
                    anchors.entry("".into()).or_insert_with(|| place.clone());
                }
                place
            }
            _ => return,
        };
        let Value::Object(map) = place.value else { return };
        for (keyword, value) in map {
            match value {
                Value::Object(inner) if MAPS.contains(&keyword.as_str()) => {
                    for (key, value) in inner {
                        self.index(place.grandchild(value, keyword, key));
                    }
                }
                Value::Array(inner) if SCHEMAS.contains(&keyword.as_str()) => {
                    for (index, value) in inner.iter().enumerate() {
                        self.index(place.grandchild(value, keyword, &index.to_string()));
                    }
                }
                Value::Object(_) if SCHEMAS.contains(&keyword.as_str()) => {
                    self.index(place.child(value, keyword));
                }
                _ => {}
            }
        }
    }

    fn anchor(&mut self, name: &str, place: &Place<'v>) {
        let anchors = self.anchors.entry(Rc::clone(&place.base)).or_default();
        anchors.entry(name.into()).or_insert_with(|| place.clone());
    }

    /// The dynamic anchors of a resource, by name.
    pub(crate) fn dynamic_anchors(
        &self,
        base: &str,
    ) -> impl Iterator<Item = (&Rc<str>, &Place<'v>)> {
        self.dynamic.get(base).into_iter().flatten()
    }

    pub(crate) fn resolve(&mut self, base: &Rc<str>, reference: &str) -> Target<'v> {
        let missing = |iri: &str| Target::Missing { iri: iri.to_owned() };
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let iri = if path.is_empty() { Some(Rc::clone(base)) } else { resolved(base, path) };
        let Some(iri) = iri else { return missing(reference) };
        if !self.resources.contains_key(&iri) {
            self.add_metaschema(&iri);
        }
        let whole =
            || if fragment.is_empty() { iri.to_string() } else { format!("{iri}#{fragment}") };
        let Some(root) = self.resources.get(&iri) else { return missing(&whole()) };
        let root = root.clone();
        let fragment = percent_decoded(fragment);
        if fragment.is_empty() {
            let recursive = self.dynamic.get(&iri).and_then(|anchors| anchors.get_key_value(""));
            let dynamic = recursive.map(|(name, _)| Rc::clone(name));
            return Target::Found { place: root.entered(), dynamic };
        }
        if fragment.starts_with('/') {
            return match follow(root, &fragment) {
                Some(place) => Target::Found { place, dynamic: None },
                None => missing(&whole()),
            };
        }
        let dynamic = self.dynamic.get(&iri).and_then(|anchors| anchors.get_key_value(&*fragment));
        match self.anchors.get(&iri).and_then(|anchors| anchors.get(&*fragment)) {
            Some(place) => Target::Found {
                place: place.clone(),
                dynamic: dynamic.map(|(name, _)| Rc::clone(name)),
            },
            None => missing(&whole()),
        }
    }

    fn add_metaschema(&mut self, iri: &str) {
        if let Some(value) = metaschema(iri) {
            let draft = dialect(value).unwrap_or(Draft::Draft202012);
            let pointer = iri.to_owned();
            self.index(Place { value, base: NO_BASE.into(), draft, pointer });
        }
    }
}

fn metaschema(iri: &str) -> Option<&'static Value> {
    use referencing::meta;
    let value: &'static Arc<Value> = match iri {
        "http://json-schema.org/draft-06/schema" => &meta::DRAFT6,
        "http://json-schema.org/draft-07/schema" => &meta::DRAFT7,
        "https://json-schema.org/draft/2019-09/schema" => &meta::DRAFT201909,
        "https://json-schema.org/draft/2019-09/meta/applicator" => &meta::DRAFT201909_APPLICATOR,
        "https://json-schema.org/draft/2019-09/meta/content" => &meta::DRAFT201909_CONTENT,
        "https://json-schema.org/draft/2019-09/meta/core" => &meta::DRAFT201909_CORE,
        "https://json-schema.org/draft/2019-09/meta/format" => &meta::DRAFT201909_FORMAT,
        "https://json-schema.org/draft/2019-09/meta/meta-data" => &meta::DRAFT201909_META_DATA,
        "https://json-schema.org/draft/2019-09/meta/validation" => &meta::DRAFT201909_VALIDATION,
        "https://json-schema.org/draft/2020-12/schema" => &meta::DRAFT202012,
        "https://json-schema.org/draft/2020-12/meta/core" => &meta::DRAFT202012_CORE,
        "https://json-schema.org/draft/2020-12/meta/applicator" => &meta::DRAFT202012_APPLICATOR,
        "https://json-schema.org/draft/2020-12/meta/unevaluated" => &meta::DRAFT202012_UNEVALUATED,
        "https://json-schema.org/draft/2020-12/meta/validation" => &meta::DRAFT202012_VALIDATION,
        "https://json-schema.org/draft/2020-12/meta/meta-data" => &meta::DRAFT202012_META_DATA,
        "https://json-schema.org/draft/2020-12/meta/format-annotation" => {
            &meta::DRAFT202012_FORMAT_ANNOTATION
        }
        "https://json-schema.org/draft/2020-12/meta/content" => &meta::DRAFT202012_CONTENT,
        _ => return None,
    };
    Some(&**value)
}

/// The dialect that a document's root names, where it names one.
fn dialect(root: &Value) -> Option<Draft> {
    Some(Draft::of(root.get("$schema")?.as_str()?))
}

/// The `$id` that begins a resource here.
fn own_id(value: &Value, draft: Draft) -> Option<&str> {
    let id = value.get("$id")?.as_str()?;
    let ignored = draft <= Draft::Draft7 && (id.starts_with('#') || value.get("$ref").is_some());
    (!ignored).then(|| id.split('#').next().unwrap_or_default()).filter(|id| !id.is_empty())
}

/// Whether all but `$ref` is ignored here.
pub(crate) fn is_replaced_by_reference(place: &Place<'_>) -> bool {
    place.draft <= Draft::Draft7 && place.value.get("$ref").is_some_and(Value::is_string)
}

fn resolved(base: &str, reference: &str) -> Option<Rc<str>> {
    let base = referencing::uri::from_str(base).ok()?;
    let iri = referencing::uri::resolve_against(&base.borrow(), reference).ok()?;
    Some(iri.as_str().split('#').next().unwrap_or_default().into())
}

/// What a JSON Pointer leads to; resources that begin on the way count.
fn follow<'v>(root: Place<'v>, pointer: &str) -> Option<Place<'v>> {
    let mut place = root.entered();
    for part in pointer.split('/').skip(1) {
        let key = part.replace("~1", "/").replace("~0", "~");
        let value = match place.value {
            Value::Object(map) => map.get(&key)?,
            Value::Array(items) => items.get(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
        place = place.child(value, &key).entered();
    }
    Some(place)
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind
            .get(..2)
            .filter(|_| first == b'%')
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = &behind[if code.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
