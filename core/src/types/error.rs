//! Why a type cannot be had.

use std::fmt;

use crate::source::{did_you_mean, listed};

/// A type that is named and cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// No document has this IRI.
    NoDocument { iri: String, known: Vec<String> },
    /// The document is there; what the fragment names is not.
    NoSuchType { iri: String, known: Vec<String> },
    /// Not an absolute IRI.
    NotAbsolute { iri: String },
    /// No document in sight has a type of this short name.
    NoSuchName { name: String, known: Vec<String> },
    /// More than one document has.
    Ambiguous { name: String, candidates: Vec<String> },
    /// What is there is not a schema.
    NotASchema { iri: String },
    /// A reference inside the type leads to nothing.
    Dangling { iri: String, reference: String, cause: Option<Box<TypeError>> },
    /// What it says to this project alone is not understood.
    Own { iri: String, why: String },
    /// Written out, the type would be too large or too deep.
    TooLarge { iri: String },
}

impl From<Kind> for TypeError {
    fn from(kind: Kind) -> Self {
        Self { kind }
    }
}

impl std::error::Error for TypeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Dangling { cause: Some(cause), .. } => Some(cause),
            _ => None,
        }
    }
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::NoDocument { iri, known } => {
                let document = iri.split('#').next().unwrap_or(iri);
                write!(f, "no types document has the IRI `{document}`")?;
                suggest(f, document, known, "documents here are")
            }
            Kind::NoSuchType { iri, known } => {
                let (document, fragment) = iri.split_once('#').unwrap_or((iri, ""));
                write!(f, "`{document}` has no type `{fragment}`")?;
                let name = fragment.rsplit('/').next().unwrap_or(fragment);
                suggest(f, name, known, "it has")
            }
            Kind::NotAbsolute { iri } => write!(f, "`{iri}` is not an absolute IRI"),
            Kind::NoSuchName { name, known } => {
                write!(f, "no type is called `{name}`")?;
                suggest(f, name, known, "there are")
            }
            Kind::Ambiguous { name, candidates } => write!(
                f,
                "more than one type is called `{name}`: {}; write `schema` with the IRI that you mean",
                listed(candidates)
            ),
            Kind::NotASchema { iri } => write!(f, "what `{iri}` names is not a schema"),
            Kind::Dangling { iri, reference, cause } => {
                write!(f, "`{iri}` refers to `{reference}`, which cannot be had")?;
                cause.as_ref().map_or(Ok(()), |cause| write!(f, ": {cause}"))
            }
            Kind::Own { iri, why } => write!(f, "in `{iri}`, {why}"),
            Kind::TooLarge { iri } => write!(
                f,
                "`{iri}` is too large to be written out: more than {} schemas or {} levels",
                super::inline::MAX_SCHEMAS,
                super::inline::MAX_DEPTH
            ),
        }
    }
}

/// `; did you mean …?`, or what is known where that is short.
fn suggest(
    f: &mut fmt::Formatter<'_>,
    written: &str,
    known: &[String],
    intro: &str,
) -> fmt::Result {
    let words: Vec<&str> = known.iter().map(String::as_str).collect();
    if let Some(suggestion) = did_you_mean(written, &words) {
        return write!(f, "; {suggestion}");
    }
    match words.len() {
        0 => Ok(()),
        1..=16 => write!(f, "; {intro} {}", listed(&words)),
        count => write!(f, "; {intro} {} and {} more", words[..12].join(", "), count - 12),
    }
}
