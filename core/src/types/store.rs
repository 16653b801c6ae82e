//! The documents, and types out of them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use serde_json::Value;

use crate::fault::{Fault, FaultKind, Location};
use crate::source::{self, Format};
use crate::types::document::Document;
use crate::types::error::Kind;
use crate::types::{BUILT_IN, TypeError, inline, iri};

/// A document of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(usize);

/// A shared type, as a schema that stands by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Its IRI, as it was asked for.
    pub iri: String,
    /// A JSON Schema (2020-12) without references to anything outside it: everything is written out, and `$defs`
    /// (with `#/$defs/…` references) hold only what is recursive. `$schema`, `$id`, `title` and the like are gone.
    pub schema: Value,
}

/// Types documents by IRI, the built-in vocabulary among them.
#[derive(Debug)]
pub struct TypeStore {
    documents: Vec<Document>,
    /// Which document holds a resource, by the resource's IRI.
    resources: HashMap<String, usize>,
    resolved: RwLock<HashMap<String, Result<Arc<Type>, TypeError>>>,
}

impl Default for TypeStore {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeStore {
    /// A store with the built-in vocabulary.
    ///
    /// # Panics
    ///
    /// Never: the vocabulary is a part of this crate, and tested.
    pub fn new() -> Self {
        let mut store =
            Self { documents: Vec::new(), resources: HashMap::new(), resolved: RwLock::default() };
        let built_in =
            serde_json::from_str(include_str!("builtin.json")).expect("this crate's own document");
        store
            .add_document(built_in, BUILT_IN, Path::new("the built-in vocabulary"))
            .expect("this crate's own document");
        store
    }

    /// Reads a types document: JSON, or YAML or TOML by its extension.
    ///
    /// `default_iri` is its IRI if it has no `$id`, and the base of a relative one; instances pass their base with
    /// the file's path. A document that is in the store already, under the same IRI with the same content, stays one
    /// document: two instances may carry a copy each.
    ///
    /// # Errors
    ///
    /// All faults at once: it cannot be read, it is not a valid JSON Schema (2020-12), a keyword would be passed over
    /// in silence, a pattern does not compile, it has no IRI, or another document with other content has its IRI.
    pub fn read_file(
        &mut self,
        path: &Path,
        shown: &Path,
        default_iri: Option<&str>,
    ) -> Result<DocumentId, Vec<Fault>> {
        let format = Format::of(path).unwrap_or(Format::Json);
        let source = source::read(path, format, shown).map_err(|fault| vec![fault])?;
        let parsed = source::parse(&source);
        let Some(tree) = parsed.root.filter(|_| parsed.whole && parsed.faults.is_empty()) else {
            return Err(parsed.faults.finish());
        };
        let document = Document::from_tree(&tree, &source, default_iri)?;
        let at =
            tree.get("$id").map_or_else(|| Location::whole(shown), |id| source.location(id.span));
        self.add(document, at)
    }

    /// Reads a file that is a schema itself and no types document: JSON, or YAML or TOML by its extension. It may refer to
    /// the types here by their IRIs; the store stays as it is.
    ///
    /// # Errors
    ///
    /// As for [`read_file`](Self::read_file), and a reference that leads to nothing.
    pub fn read_alone(&self, path: &Path, shown: &Path) -> Result<Value, Vec<Fault>> {
        const ALONE: &str = "urn:toolnode:schema";
        let mut with = Self {
            documents: self.documents.clone(),
            resources: self.resources.clone(),
            resolved: RwLock::default(),
        };
        let id = with.read_file(path, shown, Some(ALONE))?;
        let resolved = with.resolve(&with.documents[id.0].iri);
        resolved.map(|ty| ty.schema.clone()).map_err(|error| {
            vec![Fault {
                location: Location::whole(shown),
                kind: FaultKind::Invalid,
                message: error.to_string(),
                help: None,
            }]
        })
    }

    /// Adds a document that a program made. `iri` is its IRI if it has no `$id`; `shown` is what messages call it.
    ///
    /// # Errors
    ///
    /// As for [`read_file`](Self::read_file).
    pub fn add_document(
        &mut self,
        root: Value,
        iri: &str,
        shown: &Path,
    ) -> Result<DocumentId, Vec<Fault>> {
        let document = Document::from_value(root, iri, shown)?;
        self.add(document, Location::whole(shown))
    }

    /// The IRI of a document, without a fragment.
    pub fn iri(&self, document: DocumentId) -> &str {
        &self.documents[document.0].iri
    }

    /// The absolute IRI of a short name: first among `own` documents, then in the built-in vocabulary.
    ///
    /// # Errors
    ///
    /// The name is in none of them, or in more than one of `own`.
    pub fn short_name(&self, own: &[DocumentId], name: &str) -> Result<String, TypeError> {
        let mut ids = own.to_vec();
        ids.sort_unstable();
        ids.dedup();
        let iri_in = |document: &Document| {
            document
                .names()
                .any(|other| other == name)
                .then(|| format!("{}#/$defs/{}", document.iri, iri::fragment_token(name)))
        };
        let mut found: Vec<String> =
            ids.iter().filter_map(|id| iri_in(&self.documents[id.0])).collect();
        if found.is_empty() {
            found.extend(self.resources.get(BUILT_IN).and_then(|at| iri_in(&self.documents[*at])));
        }
        match found.as_slice() {
            [only] => Ok(only.clone()),
            [] => {
                let built_in = self.resources.get(BUILT_IN).copied();
                let seen = ids.iter().map(|id| id.0).chain(built_in);
                let mut known: Vec<String> =
                    seen.flat_map(|at| self.documents[at].names().map(str::to_owned)).collect();
                known.sort_unstable();
                known.dedup();
                Err(Kind::NoSuchName { name: name.to_owned(), known }.into())
            }
            _ => Err(Kind::Ambiguous { name: name.to_owned(), candidates: found }.into()),
        }
    }

    /// The type of a port, which names it by an absolute IRI or by a short name; `None` where it does neither.
    ///
    /// `Err` where there is no such type.
    pub fn port(
        &self,
        own: &[DocumentId],
        iri: Option<&str>,
        short: Option<&str>,
    ) -> Option<Result<Arc<Type>, TypeError>> {
        match (iri, short) {
            (Some(iri), _) => Some(self.resolve(iri)),
            (None, Some(short)) => {
                Some(self.short_name(own, short).and_then(|iri| self.resolve(&iri)))
            }
            (None, None) => None,
        }
    }

    /// The type that an absolute IRI names. It is worked out once and kept.
    ///
    /// # Errors
    ///
    /// No document of the store has it, or it cannot be written out: a reference in it leads to nothing, or it is too large.
    pub fn resolve(&self, iri: &str) -> Result<Arc<Type>, TypeError> {
        let kept = self.resolved.read().unwrap_or_else(PoisonError::into_inner).get(iri).cloned();
        kept.unwrap_or_else(|| {
            let result = inline::write_out(self, iri)
                .map(|schema| Arc::new(Type { iri: iri.to_owned(), schema }));
            let mut resolved = self.resolved.write().unwrap_or_else(PoisonError::into_inner);
            resolved.entry(iri.to_owned()).or_insert(result).clone()
        })
    }

    /// The document and the pointer in it that an absolute IRI, split, names.
    pub(super) fn find(
        &self,
        iri: &str,
        resource: &str,
        fragment: &str,
    ) -> Result<(usize, String), TypeError> {
        let Some(at) = self.resources.get(resource).copied() else {
            let mut known: Vec<String> =
                self.documents.iter().map(|document| document.iri.clone()).collect();
            known.sort_unstable();
            return Err(Kind::NoDocument { iri: iri.to_owned(), known }.into());
        };
        let document = &self.documents[at];
        document.find(resource, fragment).map(|pointer| (at, pointer)).ok_or_else(|| {
            let known = document.names().map(str::to_owned).collect();
            Kind::NoSuchType { iri: iri.to_owned(), known }.into()
        })
    }

    pub(super) fn document(&self, at: usize) -> &Document {
        &self.documents[at]
    }

    fn add(&mut self, document: Document, at: Location) -> Result<DocumentId, Vec<Fault>> {
        for iri in document.resources.keys() {
            let Some(other) = self.resources.get(iri).copied() else { continue };
            if self.documents[other].iri == document.iri
                && self.documents[other].root == document.root
            {
                return Ok(DocumentId(other));
            }
            let shown = self.documents[other].shown.display();
            return Err(vec![Fault {
                location: at,
                kind: FaultKind::Invalid,
                message: format!("another document has the IRI `{iri}`: {shown}"),
                help: Some("give each document an `$id` of its own".into()),
            }]);
        }
        let id = self.documents.len();
        self.resources.extend(document.resources.keys().map(|iri| (iri.clone(), id)));
        self.documents.push(document);
        // What was not there may be there now.
        self.resolved.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        Ok(DocumentId(id))
    }
}
