//! `instance! { … }`: to which instance a crate's tools belong.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;
use toolnode_rules::name;

use crate::docs::not_hidden;
use crate::faults::Faults;
use crate::keys::{self, Known, Text};
use crate::tool::settings::path;

const KNOWN: Known = Known {
    place: "instance! { … }",
    keys: &["name", "version", "title", "description", "base", "prefix", "crate"],
    elsewhere: &[
        ("namespace", "write `prefix`"),
        ("id", "write `name`"),
        ("summary", "write `description`"),
    ],
};

/// What `instance!` says.
#[derive(Default)]
struct Instance {
    name: Option<Text>,
    version: Option<Text>,
    title: Option<Text>,
    description: Option<Text>,
    base: Option<Text>,
    prefix: Option<Text>,
}

pub(crate) fn instance(tokens: TokenStream) -> TokenStream {
    let faults = Faults::new();
    let mut krate = None;
    let mut instance = Instance::default();
    for entry in keys::read(tokens, &KNOWN, &faults) {
        match entry.name.as_str() {
            "name" => instance.name = entry.text(&faults),
            "version" => instance.version = entry.text(&faults),
            "title" => instance.title = entry.text(&faults),
            "description" => instance.description = entry.text(&faults),
            "base" => instance.base = entry.text(&faults),
            "prefix" => instance.prefix = entry.text(&faults),
            _ => krate = path(&entry, &faults),
        }
    }
    instance.validate(&faults);
    if let Err(errors) = faults.finish() {
        return errors;
    }
    let krate = krate.unwrap_or_else(|| parse_quote!(::toolnode));
    let Instance { name, version, title, description, base, prefix } = &instance;
    let said = [
        ("name", name),
        ("version", version),
        ("title", title),
        ("description", description),
        ("base", base),
        ("prefix", prefix),
    ];
    let said = said.iter().filter_map(|(key, value)| {
        let key = quote::format_ident!("{key}");
        value.as_ref().map(|value| quote!(#key: __tn::Some(#value),))
    });
    quote! {
        const _: () = {
            use #krate::__private as __tn;
            static __SPEC: __tn::InstanceSpec = __tn::InstanceSpec {
                #(#said)*
                place: __tn::place!("instance!"),
                ..__tn::InstanceSpec::EMPTY
            };
            __tn::inventory::submit! { __tn::InstanceRegistration(&__SPEC) }
        };
    }
}

impl Instance {
    fn validate(&self, faults: &Faults) {
        if let Some(name) = &self.name
            && let Err(fault) = name::check_id(&name.value)
        {
            let help = match fault.proposal() {
                Some(proposal) => format!("write `name = \"{proposal}\"`"),
                None => "write lower-case letters, digits and `-`, a letter first".to_owned(),
            };
            faults.note(name, format!("`{}` cannot be the name of an instance", name.value), help);
        }
        if let Some(prefix) = &self.prefix
            && name::served_name(Some(&prefix.value), "x").is_err()
        {
            let wrong = format!("`{}` cannot be the prefix of a served name", prefix.value);
            let help = "write a few lower-case letters, digits and `_`, a letter first";
            faults.note(prefix, wrong, help);
        }
        if let Some(base) = &self.base
            && (!base.value.contains(':') || base.value.contains(['#', ' ']))
        {
            let help = "write it as in `https://example.org/harness/`";
            faults.note(base, "`base` is an absolute IRI without a fragment", help);
        }
        if let Some(version) = &self.version
            && version.value.trim().is_empty()
        {
            faults.note(
                version,
                "the version is empty",
                "write it, or remove the key: then it is the crate's",
            );
        }
        for prose in [&self.version, &self.title, &self.description].into_iter().flatten() {
            not_hidden(&prose.value, prose, faults);
        }
    }
}
