//! The keys of `#[argv(…)]`, and what is read of `#[serde(…)]`.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta, Path};

use crate::faults::Faults;
use crate::keys::{self, Entry, Known, Text};
use crate::tool::settings::path;

const ARGV: Known = Known {
    place: "#[argv(…)]",
    keys: &["pattern", "not", "min_len", "max_len", "min", "max", "iri", "crate"],
    elsewhere: &[
        ("min_length", "write `min_len`"),
        ("max_length", "write `max_len`"),
        ("minLength", "write `min_len`"),
        ("maxLength", "write `max_len`"),
        ("length", "write `min_len` and `max_len`"),
        ("minimum", "write `min`"),
        ("maximum", "write `max`"),
        ("range", "write `min` and `max`"),
        ("regex", "write `pattern = \"^…$\"`"),
        ("format", "a format proves nothing: write `pattern = \"^…$\"`"),
        ("schema", "write `iri = \"…\"`"),
        ("rename", "write `#[serde(rename = \"…\")]`"),
        ("rename_all", "write `#[serde(rename_all = \"…\")]`"),
        ("description", "the doc comment is the description"),
    ],
};

const SERDE: Known = Known {
    place: "#[serde(…)]` beside `ArgvType",
    keys: &["rename", "rename_all"],
    elsewhere: &[
        ("alias", "a word has one spelling"),
        ("skip", "remove the variant: what is in the enum is admitted"),
        ("transparent", "remove it: a newtype is written as what is inside"),
        ("try_from", "remove it: the value is checked by the pattern"),
        ("other", "write a variant for each word"),
    ],
};

/// What `#[argv(…)]` says.
#[derive(Default)]
pub(super) struct Argv {
    pub(super) pattern: Option<Text>,
    pub(super) not: Option<Text>,
    pub(super) min_len: Option<(u64, TokenStream)>,
    pub(super) max_len: Option<(u64, TokenStream)>,
    pub(super) min: Option<(i128, TokenStream)>,
    pub(super) max: Option<(i128, TokenStream)>,
    pub(super) iri: Option<Text>,
    pub(super) krate: Option<Path>,
    /// Each key that was given, for those that have no place on this kind of type.
    pub(super) entries: Vec<Entry>,
    /// Whether there is one and it has no keys, which was told of.
    pub(super) says_nothing: bool,
}

pub(super) fn argv(attributes: &[Attribute], faults: &Faults) -> Argv {
    let mut argv = Argv::default();
    let before = faults.count();
    let mut tokens = TokenStream::new();
    for list in lists(attributes, "argv", faults) {
        tokens.extend(list.clone());
        if !ends_with_comma(list) {
            tokens.extend(quote::quote!(,));
        }
    }
    argv.says_nothing = tokens.is_empty() && faults.count() > before;
    for entry in keys::read(tokens, &ARGV, faults) {
        let length =
            |entry: &Entry| entry.index(faults).map(|(length, tokens)| (u64::from(length), tokens));
        match entry.name.as_str() {
            "pattern" => argv.pattern = entry.text(faults),
            "not" => argv.not = entry.text(faults),
            "min_len" => argv.min_len = length(&entry),
            "max_len" => argv.max_len = length(&entry),
            "min" => argv.min = entry.integer(faults),
            "max" => argv.max = entry.integer(faults),
            "iri" => argv.iri = entry.text(faults).filter(|iri| is_absolute(iri, faults)),
            _ => argv.krate = path(&entry, faults),
        }
        argv.entries.push(entry);
    }
    argv
}

fn ends_with_comma(list: TokenStream) -> bool {
    matches!(list.into_iter().last(), Some(TokenTree::Punct(end)) if end.as_char() == ',')
}

fn is_absolute(iri: &Text, faults: &Faults) -> bool {
    let scheme = iri.value.split_once(':').map(|(scheme, _)| scheme);
    let absolute = scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    if !absolute {
        let help = "write it with its scheme, as in `https://example.org/types.json#/$defs/Name`";
        faults.note(iri, format!("`{}` is no absolute IRI", iri.value), help);
    }
    absolute
}

/// What `#[serde(…)]` says of names.
#[derive(Default)]
pub(super) struct Names {
    pub(super) rename: Option<Text>,
    pub(super) rename_all: Option<Text>,
}

pub(super) fn names(attributes: &[Attribute], faults: &Faults) -> Names {
    let mut names = Names::default();
    for tokens in lists(attributes, "serde", faults) {
        for entry in keys::read(tokens, &SERDE, faults) {
            match entry.name.as_str() {
                "rename" => names.rename = entry.text(faults),
                _ => names.rename_all = entry.text(faults),
            }
        }
    }
    names
}

/// What is between the parentheses of the attributes of this name.
fn lists<'a>(
    attributes: &'a [Attribute],
    name: &'a str,
    faults: &'a Faults,
) -> impl Iterator<Item = TokenStream> + 'a {
    attributes.iter().filter(move |a| a.path().is_ident(name)).filter_map(move |attribute| {
        let written = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => return Some(list.tokens.clone()),
            Meta::List(_) => format!("#[{name}()]"),
            Meta::Path(_) | Meta::NameValue(_) => format!("#[{name}]"),
        };
        let help = format!("write `#[{name}(…)]` with a key, or remove it");
        faults.note(attribute, format!("`{written}` says nothing"), help);
        None
    })
}
