//! `#[arg(…)]`: what is said of a parameter.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Meta};
use toolnode_rules::flag::Flag;

use super::model::{DefaultValue, Place};
use crate::faults::Faults;
use crate::keys::{self, Entry, Given, Known, Text};

const ARG: Known = Known {
    place: "#[arg(…)]",
    keys: &[
        "name",
        "default",
        "secret",
        "header",
        "flag",
        "joined",
        "positional",
        "lead",
        "stdin",
        "unplaced",
    ],
    elsewhere: &[
        (
            "description",
            "the doc comment of the parameter is its description: write `/// …` above it",
        ),
        ("doc", "the doc comment of the parameter is its description: write `/// …` above it"),
        ("rename", "write `name = \"…\"`"),
        ("required", "an input is required unless it is an `Option` or has a `default`"),
        ("optional", "take an `Option`, or give a `default`"),
        ("long", "write `flag = \"--…\"`"),
        ("short", "write `flag = \"-…\"`"),
        ("index", "write `positional = …`"),
        ("last", "write `positional = …`, and take a `Vec`"),
        ("repeated", "take a `Vec`"),
        ("type", "the parameter's type is the input's"),
    ],
};

/// Keys of `#[arg(…)]` that say how an input reaches a command.
const PLACEMENT: &[&str] = &["flag", "joined", "positional", "lead", "stdin", "unplaced"];

/// What `#[arg(…)]` says.
#[derive(Default)]
pub(super) struct Arg {
    pub(super) name: Option<Text>,
    pub(super) default: Option<DefaultValue>,
    pub(super) secret: bool,
    pub(super) header: Option<Text>,
    /// The places that are given, with what a message about each belongs to.
    pub(super) places: Vec<(TokenStream, Place)>,
    /// Whether the attribute could not be read, which was told of.
    pub(super) faulty: bool,
}

/// The places as they are read, before they are joined to what belongs to them.
#[derive(Default)]
struct Places {
    found: Vec<(TokenStream, Place)>,
    joined: Option<Ident>,
    lead: Option<(Ident, Vec<Text>)>,
}

pub(super) fn arg<'a>(
    attributes: &'a [Attribute],
    has_body: bool,
    faults: &Faults,
) -> Option<(&'a Attribute, Arg)> {
    let mut found = attributes.iter().filter(|a| a.path().is_ident("arg"));
    let attribute = found.next()?;
    for second in found {
        faults.note(
            second,
            "this parameter has two `#[arg(…)]`",
            "keep one, with the keys of both",
        );
    }
    let mut arg = Arg::default();
    let Meta::List(list) = &attribute.meta else {
        faults.note(
            attribute,
            "`#[arg]` says nothing",
            "write `#[arg(…)]` with a key, or remove it",
        );
        arg.faulty = true;
        return Some((attribute, arg));
    };
    let before = faults.count();
    let mut places = Places::default();
    let mut header_key = None;
    for entry in keys::read(list.tokens.clone(), &ARG, faults) {
        match entry.name.as_str() {
            "name" => {
                arg.name = entry.text(faults);
                if let Some(name) = arg.name.as_ref().filter(|name| name.value.trim().is_empty()) {
                    faults.note(
                        name,
                        "the name of an input is empty",
                        "write the name that the caller uses",
                    );
                }
            }
            "secret" => arg.secret = entry.flag(faults).unwrap_or_default(),
            "header" => {
                header_key = Some(entry.key.clone());
                arg.header = header(&entry, faults);
            }
            "default" => arg.default = default(&entry, faults),
            key if has_body && PLACEMENT.contains(&key) => faults.note(
                &entry.key,
                format!("`{key}` is for the inputs of a command, and this function has a body"),
                "remove it: the body is given the value",
            ),
            key => places.read(key, &entry, faults),
        }
    }
    if let Some(key) = header_key.filter(|_| arg.secret) {
        let what = "what is secret is repeated in no header: whatever is between client and server keeps those in its logs";
        faults.note(key, what, "remove `header`");
    }
    arg.places = places.joined_up(faults);
    arg.faulty = faults.count() > before;
    Some((attribute, arg))
}

impl Places {
    fn read(&mut self, key: &str, entry: &Entry, faults: &Faults) {
        let said = |entry: &Entry| entry.flag(faults) == Some(true);
        match key {
            "flag" => self.found.extend(flag(entry, faults)),
            "positional" => {
                let place = entry.index(faults);
                self.found.extend(
                    place.map(|(place, at)| (at, Place::Positional { place, lead: Vec::new() })),
                );
            }
            "stdin" if said(entry) => self.found.push((entry.key.to_token_stream(), Place::Stdin)),
            "unplaced" if said(entry) => {
                self.found.push((entry.key.to_token_stream(), Place::Unplaced));
            }
            "joined" if said(entry) => self.joined = Some(entry.key.clone()),
            "lead" => self.lead = lead(entry, faults).map(|lead| (entry.key.clone(), lead)),
            _ => {}
        }
    }

    /// Each place with what is said of it.
    fn joined_up(mut self, faults: &Faults) -> Vec<(TokenStream, Place)> {
        if let Some(key) = &self.joined {
            let flag = self.found.iter_mut().find_map(|(_, place)| match place {
                Place::Flag { flag, joined } => Some((flag, joined)),
                _ => None,
            });
            match flag {
                None => faults.note(
                    key,
                    "`joined` is for the value of a flag",
                    "write `flag = \"--…\"` beside it, or remove it",
                ),
                Some((flag, _)) if !flag.value.starts_with("--") => faults.note(
                    key,
                    format!("`{}` cannot be joined to its value", flag.value),
                    "only long flags can, as in `--name=value`: write the long flag, or remove `joined`",
                ),
                Some((_, joined)) => *joined = true,
            }
        }
        if let Some((key, lead)) = self.lead {
            let own = self.found.iter_mut().find_map(|(_, place)| match place {
                Place::Positional { lead, .. } => Some(lead),
                _ => None,
            });
            match own {
                None => faults.note(
                    key,
                    "`lead` is for a positional",
                    "write `positional = …` beside it, or remove it",
                ),
                Some(own) => *own = lead,
            }
        }
        self.found
    }
}

fn header(entry: &Entry, faults: &Faults) -> Option<Text> {
    let header = entry.text(faults)?;
    if let Err(fault) = toolnode_rules::header::check(&header.value) {
        faults.note_rule(&header, fault);
        return None;
    }
    Some(header)
}

/// Notes a header that another input has already.
pub(super) fn distinct<'t>(headers: impl Iterator<Item = &'t Text> + Clone, faults: &Faults) {
    let names = headers.clone().map(|header| header.value.as_str());
    if let Some(name) = toolnode_rules::header::twice(names)
        && let Some(second) =
            headers.filter(|header| header.value.eq_ignore_ascii_case(name)).nth(1)
    {
        let what = format!(
            "another input has the header `{name}` already, and headers do not differ by case"
        );
        faults.note(second, what, "give each a header of its own");
    }
}

fn flag(entry: &Entry, faults: &Faults) -> Option<(TokenStream, Place)> {
    let flag = entry.text(faults)?;
    if let Err(fault) = Flag::parse(&flag.value) {
        faults.note_rule(&flag, fault);
        return Some((flag.to_token_stream(), Place::Unplaced));
    }
    Some((flag.to_token_stream(), Place::Flag { flag, joined: false }))
}

/// Characters with which a positional may begin although programs give them a meaning.
fn lead(entry: &Entry, faults: &Faults) -> Option<Vec<Text>> {
    let lead = entry.texts(faults)?;
    for (number, text) in lead.iter().enumerate() {
        if text.value.chars().count() != 1 {
            let help = "write each by itself, as in `lead = [\"@\"]`";
            faults.note(text, "each entry of `lead` is one character", help);
        } else if lead[..number].iter().any(|other| other.value == text.value) {
            faults.note(text, format!("`{}` is said twice", text.value), "keep one of the two");
        }
    }
    Some(lead)
}

fn default(entry: &Entry, faults: &Faults) -> Option<DefaultValue> {
    match &entry.given {
        Given::Nothing => Some(DefaultValue::Own),
        Given::Value(tokens) => Some(DefaultValue::Given(tokens.clone())),
        Given::List(group) => {
            let help = "write `default` for the type's own, or `default = …`";
            faults.note(quote!(#group), "`default` is a value", help);
            None
        }
    }
}
