//! What is known of a type once everything was checked.

use proc_macro2::{Ident, TokenStream};
use syn::{Generics, Path, Type};

use crate::keys::Text;

/// A type of one word.
pub(super) struct ArgvType {
    pub(super) krate: Option<Path>,
    pub(super) ident: Ident,
    /// Its name in schemas.
    pub(super) name: String,
    /// The doc comment.
    pub(super) description: String,
    pub(super) iri: Option<Text>,
    pub(super) kind: Kind,
    /// Whether nothing is wrong with it.
    pub(super) whole: bool,
}

pub(super) enum Kind {
    Text(TextType),
    Words(Vec<Member>),
    Integer(IntegerType),
    /// None of these. What a type of one word has is written all the same, so that where it is used nothing is reported.
    Refused(Generics),
}

/// A newtype over `String`.
pub(super) struct TextType {
    pub(super) inside: Type,
    pub(super) pattern: Text,
    pub(super) not: Option<Text>,
    pub(super) min_len: Option<u64>,
    pub(super) max_len: Option<u64>,
    pub(super) dashes: Dashes,
}

/// A variant and its word.
pub(super) struct Member {
    pub(super) ident: Ident,
    pub(super) word: Text,
    /// The doc comment.
    pub(super) description: String,
}

/// A newtype over an integer. The bounds come with what a message about them belongs to.
pub(super) struct IntegerType {
    pub(super) inside: Type,
    pub(super) min: Option<(i128, TokenStream)>,
    pub(super) max: Option<(i128, TokenStream)>,
}

/// Shortest values that begin with `-`.
#[derive(Default)]
pub(super) struct Dashes {
    pub(super) any: Option<String>,
    /// Of two characters or more.
    pub(super) longer: Option<String>,
}
