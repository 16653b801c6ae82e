//! From what is written to what is meant.

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Type, Variant};

use super::model::{ArgvType, Dashes, IntegerType, Kind, Member, TextType};
use super::parse::{self, Argv};
use super::{prove, rename};
use crate::docs;
use crate::faults::Faults;
use crate::keys::Text;

const SHAPES: &str =
    "write `struct Name(String)` with a `pattern`, `struct Name(u16)`, or an enum without fields";

pub(super) fn argv_type(input: &DeriveInput, faults: &Faults) -> ArgvType {
    let argv = parse::argv(&input.attrs, faults);
    if !input.generics.params.is_empty() {
        let help = "write a type for each";
        faults.note(&input.generics, "a word of a command line cannot be generic", help);
        return ArgvType {
            krate: argv.krate,
            ident: input.ident.clone(),
            name: input.ident.unraw().to_string(),
            description: String::new(),
            iri: None,
            kind: Kind::Refused(input.generics.clone()),
            whole: false,
        };
    }
    let names = parse::names(&input.attrs, faults);
    let description = docs::text(&input.attrs, faults).unwrap_or_default();
    let kind = match &input.data {
        Data::Enum(data) => {
            misplaced(&argv, &["iri", "crate"], "an enum", "the words are its variants", faults);
            if data.variants.is_empty() {
                let help = "write a variant for each word";
                faults.note(&input.ident, "this enum has no words", help);
            }
            let rule = names.rename_all.as_ref().filter(|rule| is_rule(rule, faults));
            let variants = data.variants.iter();
            let members: Vec<_> =
                variants.filter_map(|variant| member(variant, rule, faults)).collect();
            prove::words(&members, faults);
            Some(Kind::Words(members))
        }
        Data::Struct(data) => {
            if let Some(rule) = &names.rename_all {
                faults.note(rule, "`rename_all` is for the variants of an enum", "remove it");
            }
            newtype(&data.fields, input, faults)
                // Whether it is a text or an integer is not known; one of the two would be wrong.
                .filter(|_| !argv.says_nothing)
                .map(|inside| of_newtype(inside, &argv, faults))
        }
        Data::Union(data) => {
            faults.note(data.union_token, "a word of a command line is no union", SHAPES);
            None
        }
    };
    let name = names.rename.map_or_else(|| input.ident.unraw().to_string(), |name| name.value);
    let Argv { krate, iri, .. } = argv;
    let whole = faults.count() == 0;
    let kind = kind.unwrap_or_else(|| Kind::Refused(input.generics.clone()));
    ArgvType { krate, ident: input.ident.clone(), name, description, iri, kind, whole }
}

/// The type inside of `struct Name(…)`.
fn newtype(fields: &Fields, input: &DeriveInput, faults: &Faults) -> Option<Type> {
    match fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| field.ty.clone())
        }
        Fields::Unit => {
            faults.note(&input.ident, "there is nothing in this struct", SHAPES);
            None
        }
        fields => {
            faults.note(fields, "a word of a command line is one value", SHAPES);
            None
        }
    }
}

fn of_newtype(inside: Type, argv: &Argv, faults: &Faults) -> Kind {
    let is_text = ["pattern", "not", "min_len", "max_len"]
        .iter()
        .any(|key| argv.entries.iter().any(|entry| entry.name == *key));
    if !is_text {
        let (min, max) = (argv.min.clone(), argv.max.clone());
        if let (Some((min, _)), Some((max, tokens))) = (&min, &max)
            && min > max
        {
            let what = format!("no number is {min} at least and {max} at most");
            faults.note(tokens, what, "write the greater one for `max`");
        }
        return Kind::Integer(IntegerType { inside, min, max });
    }
    let text_keys = ["pattern", "not", "min_len", "max_len", "iri", "crate"];
    misplaced(argv, &text_keys, "a text", "a bound of a text is `min_len` or `max_len`", faults);
    let (min_len, max_len) = (value(argv.min_len.as_ref()), value(argv.max_len.as_ref()));
    if let (Some(min), Some(max), Some((_, tokens))) = (min_len, max_len, &argv.max_len)
        && min > max
    {
        let what = format!("no text has {min} characters at least and {max} at most");
        faults.note(tokens, what, "write the greater one for `max_len`");
    }
    if let Some(not) = &argv.not {
        prove::can_match(not, faults);
    }
    let Some(pattern) = argv.pattern.clone() else {
        // One that is no string was told of already.
        if let Some(entry) = argv.entries.iter().find(|entry| entry.name != "iri")
            && argv.entries.iter().all(|entry| entry.name != "pattern")
        {
            let help = "add `pattern = \"^[a-z0-9][a-z0-9-]*$\"`, with the characters that may stand in it";
            faults.note(&entry.key, "a text without a `pattern` admits everything", help);
        }
        let pattern = Text { value: String::new(), span: inside.span() };
        let dashes = Dashes::default();
        return Kind::Text(TextType { inside, pattern, not: None, min_len, max_len, dashes });
    };
    let dashes = prove::pattern(&pattern, min_len, max_len, faults);
    Kind::Text(TextType { inside, pattern, not: argv.not.clone(), min_len, max_len, dashes })
}

fn value(length: Option<&(u64, proc_macro2::TokenStream)>) -> Option<u64> {
    length.map(|(length, _)| *length)
}

/// Notes the keys that are not among those that make sense here.
fn misplaced(argv: &Argv, known: &[&str], what: &str, help: &str, faults: &Faults) {
    for entry in argv.entries.iter().filter(|entry| !known.contains(&entry.name.as_str())) {
        faults.note(&entry.key, format!("`{}` is not for {what}", entry.name), help);
    }
}

fn is_rule(rule: &Text, faults: &Faults) -> bool {
    let known = rename::RULES.contains(&rule.value.as_str());
    if !known {
        let help = format!("the rules are `{}`", rename::RULES.join("`, `"));
        faults.note(rule, format!("there is no rule `{}`", rule.value), help);
    }
    known
}

fn member(variant: &Variant, rule: Option<&Text>, faults: &Faults) -> Option<Member> {
    let names = parse::names(&variant.attrs, faults);
    if let Some(rule) = &names.rename_all {
        faults.note(rule, "a variant without fields has nothing to rename", "write `rename`");
    }
    if let Some(argv) = variant.attrs.iter().find(|a| a.path().is_ident("argv")) {
        let help = "another word is given with `#[serde(rename = \"…\")]`";
        faults.note(argv, "`#[argv(…)]` is for the type, not for a variant", help);
    }
    if !matches!(variant.fields, Fields::Unit) {
        let help = "a word is a variant without fields; what has a pattern is a newtype of its own";
        faults.note(&variant.fields, "this variant has fields", help);
        return None;
    }
    let own = variant.ident.unraw().to_string();
    let word = names.rename.unwrap_or_else(|| Text {
        value: rule.and_then(|rule| rename::variant(&rule.value, &own)).unwrap_or(own),
        span: variant.ident.span(),
    });
    let description = docs::text(&variant.attrs, faults).unwrap_or_default();
    Some(Member { ident: variant.ident.clone(), word, description })
}
