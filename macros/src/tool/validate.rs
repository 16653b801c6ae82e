//! From what is written to what is meant: every rule that the syntax alone decides.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Attribute, Type};
use toolnode_rules::name as names;

use super::model::{Function, Parameter, Role, Run, Settings, Tool};
use super::parse::{self, Body, Item, Typed};
use super::{arg, command, naming, settings, signature};
use crate::docs;
use crate::faults::Faults;
use crate::keys::Text;

/// The tool. It is only to be used where no fault was noted.
pub(super) fn tool(keys: TokenStream, item: &Item, faults: &Faults) -> Tool {
    let has_body = matches!(item.body, Body::Block(_));
    let settings = settings::read(keys, has_body, faults);
    signature::check(item, faults);
    twice(item, faults);
    let summary = docs::text(&item.attributes, faults);
    if summary.as_ref().is_some_and(String::is_empty) {
        let help = "write `/// …` above it: the doc comment is what the caller is told";
        faults.note(&item.name, "a tool needs a doc comment", help);
    }
    if settings.satisfies.is_none() {
        let help = "add `satisfies = \"…\"` to `#[tool(…)]`, with the name of a skill";
        faults.note(&item.name, "a tool satisfies one skill or more", help);
    }
    let run = match &item.body {
        Body::Block(_) => Run::Function(Function {
            is_async: item.qualifiers.asyncness.is_some(),
            parameters: parameters(item, faults),
            output: item.output.as_ref().map(|(_, ty)| ty.clone()),
        }),
        Body::Semicolon(token) => Run::Command(command::command(item, *token, &settings, faults)),
    };
    Tool {
        id: id(&settings, summary.as_deref().unwrap_or_default(), item, faults),
        settings,
        summary: summary.unwrap_or_default(),
        name: item.name.clone(),
        conditions: with_path(&item.attributes, "cfg"),
        deprecated: item.attributes.iter().any(|a| a.path().is_ident("deprecated")),
        run,
    }
}

/// Notes a second `#[tool]`.
fn twice(item: &Item, faults: &Faults) {
    let is_tool = |a: &&Attribute| a.path().segments.last().is_some_and(|s| s.ident == "tool");
    if let Some(second) = item.attributes.iter().find(is_tool) {
        faults.note(second, "this function has two `#[tool]`", "keep one, with the keys of both");
    }
}

/// The id that is given, or that of the function's name.
fn id(settings: &Settings, summary: &str, item: &Item, faults: &Faults) -> Text {
    let function = item.name.unraw().to_string();
    let of_name = || Text { value: names::id_of_function(&function), span: item.name.span() };
    let id = settings.id.clone().unwrap_or_else(of_name);
    let tokens =
        if settings.id.is_some() { id.to_token_stream() } else { item.name.to_token_stream() };
    match names::check_id(&id.value) {
        Err(wrong) => {
            faults.note(tokens, wrong, "rename the function, or give another with `id = \"…\"`");
        }
        Ok(()) => naming::check(&id.value, summary, settings, item, tokens, faults),
    }
    id
}

fn with_path(attributes: &[Attribute], path: &str) -> Vec<Attribute> {
    attributes.iter().filter(|a| a.path().is_ident(path)).cloned().collect()
}

fn parameters(item: &Item, faults: &Faults) -> Vec<Parameter> {
    let mut all: Vec<Parameter> = Vec::new();
    for parameter in &item.parameters {
        let parse::Parameter::Typed(typed) = parameter else { continue };
        let Some(parameter) = self::parameter(typed, faults) else { continue };
        if all
            .iter()
            .any(|p| p.name.value == parameter.name.value && !matches!(p.role, Role::ByReference))
        {
            let what = format!("two inputs are called `{}`", parameter.name.value);
            faults.note(&parameter.name, what, "give one of them another name");
        }
        all.push(parameter);
    }
    let header = |parameter: &'_ Parameter| match &parameter.role {
        Role::Input { header, .. } => header.clone(),
        Role::ByReference | Role::Any => None,
    };
    let headers: Vec<_> = all.iter().filter_map(header).collect();
    arg::distinct(headers.iter(), faults);
    all
}

fn parameter(typed: &Typed, faults: &Faults) -> Option<Parameter> {
    conditional(typed, faults);
    let arg = arg::arg(&typed.attributes, true, faults);
    let ident = name(typed, "write a name, and take the value apart in the body", faults)?;
    let doc = docs::text(&typed.attributes, faults).unwrap_or_default();
    let own_name = || Text { value: ident.unraw().to_string(), span: ident.span() };
    if let Type::Reference(reference) = &typed.ty {
        by_reference(reference, faults);
        if let Some((attribute, _)) = &arg {
            faults.note(
                attribute,
                "`#[arg(…)]` is for inputs, and this is lent by the server",
                "remove it",
            );
        }
        let ty = (*reference.elem).clone();
        return Some(Parameter { name: own_name(), doc, ty, role: Role::ByReference });
    }
    let ty = typed.ty.clone();
    let Some((_, arg)) = arg else {
        return Some(Parameter { name: own_name(), doc, ty, role: Role::Any });
    };
    let role = Role::Input { secret: arg.secret, default: arg.default, header: arg.header };
    Some(Parameter { name: arg.name.unwrap_or_else(own_name), doc, ty, role })
}

/// Notes a parameter that is not always there.
pub(super) fn conditional(typed: &Typed, faults: &Faults) {
    for attribute in &typed.attributes {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            let help = "put it on the function, and write a function for each case";
            faults.note(attribute, "a parameter of a tool cannot be conditional", help);
        }
    }
}

/// The parameter's name. That it has none is noted.
pub(super) fn name<'t>(typed: &'t Typed, help: &str, faults: &Faults) -> Option<&'t Ident> {
    if typed.name.is_none() {
        let what = "a parameter of a tool has a name, which the caller uses";
        faults.note(&typed.pattern, what, help);
    }
    typed.name.as_ref()
}

fn by_reference(reference: &syn::TypeReference, faults: &Faults) {
    // Of a generic one the parameter is reported already.
    if let Some(lifetime) = reference.lifetime.as_ref().filter(|l| l.ident == "static") {
        faults.note(
            lifetime,
            "`&Context` is lent for the call, and no longer",
            "remove the lifetime",
        );
    }
    if let Some(token) = &reference.mutability {
        let help = "write `&Context`; what is to change is behind a lock in a `State<…>`";
        faults.note(token, "a tool cannot take `&mut`", help);
    }
}
