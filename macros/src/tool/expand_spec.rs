//! The constant data of a tool.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::model::{Annotations, Limits, Requires, Settings, Tool};
use crate::keys::Text;

/// The constant data. Only what is declared is written.
pub(super) fn spec(tool: &Tool, body: &TokenStream) -> TokenStream {
    let Tool { settings, id, summary, name, .. } = tool;
    let Settings {
        title,
        satisfies,
        annotations,
        limits,
        requires,
        verb_reason,
        allow_name,
        input_schema,
        ..
    } = settings;
    let name = syn::ext::IdentExt::unraw(name).to_string();
    let satisfies = satisfies.as_deref().unwrap_or_default();
    let said = [
        title.as_ref().map(|title| quote!(title: __tn::Some(#title),)),
        self::annotations(annotations),
        limits.as_ref().map(self::limits),
        requires.as_ref().map(self::requires),
        verb_reason.as_ref().map(|reason| quote!(verb_reason: __tn::Some(#reason),)),
        allow_name.as_ref().map(|reason| quote!(allow_name: __tn::Some(#reason),)),
        input_schema.as_ref().map(|_| quote!(input_schema: __tn::Some(__SCHEMA),)),
    ];
    let rest = said.iter().any(Option::is_none).then(|| quote!(..__tn::ToolSpec::EMPTY));
    let said = said.into_iter().flatten();
    quote! {
        __tn::ToolSpec {
            id: #id,
            summary: #summary,
            satisfies: &[#(#satisfies),*],
            #(#said)*
            place: __tn::place!(#name),
            describe: __describe,
            body: __tn::Body::#body,
            #rest
        }
    }
}

fn annotations(annotations: &Annotations) -> Option<TokenStream> {
    let Annotations { read_only, destructive, idempotent, open_world } = *annotations;
    let said = [
        field("read_only", read_only),
        field("destructive", destructive),
        field("idempotent", idempotent),
        field("open_world", open_world),
    ];
    record("annotations", "AnnotationsSpec", &said)
}

fn limits(limits: &Limits) -> TokenStream {
    let Limits { seconds, output_bytes, stdin_bytes, concurrent, per_minute } = *limits;
    let said = [
        field("seconds", seconds),
        field("output_bytes", output_bytes),
        field("stdin_bytes", stdin_bytes),
        field("concurrent", concurrent),
        field("per_minute", per_minute),
    ];
    record("limits", "LimitsSpec", &said).unwrap_or_default()
}

fn requires(requires: &Requires) -> TokenStream {
    let Requires { os, runtime, network, env, permissions } = requires;
    let said = [
        list("os", os),
        list("runtime", runtime),
        field("network", *network),
        list("env", env),
        list("permissions", permissions),
    ];
    record("requires", "RequiresSpec", &said).unwrap_or_default()
}

/// A field of `ToolSpec` that is a record of options itself; nothing where none of them is said.
fn record(name: &str, ty: &str, said: &[Option<TokenStream>]) -> Option<TokenStream> {
    let (name, ty) = (Ident::new(name, Span::call_site()), Ident::new(ty, Span::call_site()));
    let all = said.iter().all(Option::is_some);
    let rest = (!all).then(|| quote!(..__tn::#ty::NONE));
    let said: Vec<_> = said.iter().flatten().collect();
    (!said.is_empty()).then(|| quote!(#name: __tn::#ty { #(#said,)* #rest },))
}

fn field(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let name = Ident::new(name, Span::call_site());
    value.map(|value| quote!(#name: __tn::Some(#value)))
}

fn list(name: &str, values: &[Text]) -> Option<TokenStream> {
    let name = Ident::new(name, Span::call_site());
    (!values.is_empty()).then(|| quote!(#name: &[#(#values),*]))
}

pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(__tn::None), |value| quote!(__tn::Some(#value)))
}
