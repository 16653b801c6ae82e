//! Shared types: JSON Schemas under `$defs` of a types document, named by absolute IRIs.
//!
//! A port names a type; it never restates one. That makes "these two tools take the same input" a comparison of
//! names. [`TypeStore`] holds the documents, and [`TypeStore::resolve`] gives a type as a schema that stands by itself.
//! Nothing is ever fetched: an IRI is a name.

mod document;
mod error;
pub(crate) mod header;
mod inline;
pub(crate) mod iri;
mod keywords;
mod merge;
mod own;
mod served;
mod store;
mod words;

pub use error::TypeError;
pub(crate) use keywords::{each_below, is_annotation};
pub(crate) use own::{all_wrong, says_inside, without_iri};
pub use served::{PortSchema, served_inputs, served_outputs};
pub use store::{DocumentId, Type, TypeStore};
pub use words::{Words, words};

/// IRI of the document that holds the built-in vocabulary.
pub const BUILT_IN: &str = "urn:toolnode:types:1";
