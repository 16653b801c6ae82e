//! From the model to code. It is small on purpose, for it is compiled once a tool: what does not depend on the tool is
//! in `toolnode`, and what depends on a type is generic over that type alone.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Type, parse_quote};

use super::expand_spec::option;
use super::model::{DefaultValue, Example, Function, Parameter, Role, Run, Tool};
use super::parse::Item;
use super::{expand_command, expand_spec};
use crate::keys::Text;

/// The item, and its registration.
pub(super) fn tool(item: &Item, tool: &Tool) -> TokenStream {
    match &tool.run {
        Run::Function(function) => self::function(item, tool, function),
        Run::Command(command) => expand_command::command(item, tool, command),
    }
}

fn function(item: &Item, tool: &Tool, function: &Function) -> TokenStream {
    let by_value = function.parameters.iter().any(|p| !matches!(p.role, Role::ByReference));
    // The caller's values are the function's own, so there is nothing that it could take by reference.
    let allow =
        (by_value && !function.is_async).then(|| quote!(#[allow(clippy::needless_pass_by_value)]));
    let plain = item.plain(allow.as_ref());

    let private = private(tool);
    let Tool { conditions, .. } = tool;
    let deprecated = tool.deprecated.then(|| quote!(#[allow(deprecated)]));
    let inputs = function.parameters.iter().enumerate();
    let defaults = defaults(inputs.filter_map(|(number, parameter)| match &parameter.role {
        Role::Input { default: Some(default), .. } => Some((number, &parameter.ty, default)),
        _ => None,
    }));
    let schema = tool.settings.input_schema.as_ref().map(|text| {
        let given = quote_spanned!(generated_at(text.span())=> __tn::input_schema(#text));
        quote! {
            #[allow(long_running_const_eval)]
            const __SCHEMA: &__tn::str = #given;
        }
    });
    let describe = describe(tool, function);
    let call = call(&tool.name, function);
    let body = if function.is_async { quote!(Async(__call)) } else { quote!(Blocking(__call)) };
    let spec = expand_spec::spec(tool, &body);
    quote! {
        #plain

        #(#conditions)*
        #deprecated
        const _: () = {
            use #private as __tn;
            use #private::via::*;

            #defaults
            #schema
            fn __describe(__d: &mut __tn::Description) { #describe }
            fn __call(__call: __tn::Call) -> __tn::Started { #call }
            static __SPEC: __tn::ToolSpec = #spec;
            __tn::inventory::submit! { __tn::Registration(&__SPEC) }
        };
    }
}

/// The module that expansions name things of.
pub(super) fn private(tool: &Tool) -> TokenStream {
    let root = tool.settings.krate.clone().unwrap_or_else(|| parse_quote!(::toolnode));
    quote!(#root::__private)
}

/// A function for each default, so that the value is written once and its type is the parameter's.
pub(super) fn defaults<'t>(
    inputs: impl Iterator<Item = (usize, &'t Type, &'t DefaultValue)>,
) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (number, ty, default) in inputs {
        let name = default_name(number);
        let value = match default {
            DefaultValue::Given(value) => value.clone(),
            DefaultValue::Own => quote!(__tn::own_default::<#ty, _>()),
        };
        tokens.extend(quote!(fn #name() -> #ty { #value }));
    }
    tokens
}

fn default_name(number: usize) -> Ident {
    format_ident!("__default_{number}")
}

/// What an input is, apart from its type.
pub(super) fn port(
    number: usize,
    name: &Text,
    doc: &str,
    ty: &Type,
    secret: bool,
    default: Option<&DefaultValue>,
) -> TokenStream {
    let function = default_name(number);
    let default = default.map_or_else(
        || quote!(__tn::None),
        |_| quote!(__tn::default_json::<#ty, _>(__d, #name, #function)),
    );
    quote! {
        let __port = __tn::Port {
            name: #name, description: #doc, secret: #secret, default: #default,
        };
    }
}

/// Says of the input that was described last that clients repeat it in a header, which its type must admit.
pub(super) fn header(header: Option<&Text>, ty: &Type) -> TokenStream {
    let Some(header) = header else { return TokenStream::new() };
    quote! {
        const _: () = __tn::header::<#ty, _>();
        __d.header(#header);
    }
}

/// The body of the function that says what the tool takes and gives.
fn describe(tool: &Tool, function: &Function) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (number, parameter) in function.parameters.iter().enumerate() {
        let Parameter { name, doc, ty, role } = parameter;
        tokens.extend(match role {
            Role::ByReference => continue,
            Role::Any => quote! {
                (__tn::param::<#ty, _>().describe)(__d, __tn::Probe::<#ty>::NEW.__tn_optional(), #name, #doc);
            },
            Role::Input { secret, default, header } => {
                let port = port(number, name, doc, ty, *secret, default.as_ref());
                let header = self::header(header.as_ref(), ty);
                quote! {
                    #port
                    (__tn::input::<#ty, _>().describe)(__d, __tn::Probe::<#ty>::NEW.__tn_optional(), __port);
                    #header
                }
            }
        });
    }
    let output = output_type(function);
    let examples = examples(tool);
    quote! {
        #tokens
        __d.output = (&&&(&&__tn::Out::<#output>::NEW).__tn_split().ok).__tn_output();
        #examples
    }
}

/// `example(…)`, each.
pub(super) fn examples(tool: &Tool) -> TokenStream {
    let examples = tool.settings.examples.iter().map(|example| {
        let Example { name, input, expect } = example;
        let expect = option(expect.as_ref().map(|json| quote!(__tn::json!(#json))));
        quote!(__tn::describe_example(__d, #name, __tn::json!({ #input }), #expect);)
    });
    quote!(#(#examples)*)
}

/// The body of the function that runs the tool.
fn call(name: &Ident, function: &Function) -> TokenStream {
    let (mut read, mut names, mut arguments) = (TokenStream::new(), Vec::new(), Vec::new());
    for (number, parameter) in function.parameters.iter().enumerate() {
        let Parameter { name, ty, role, .. } = parameter;
        let local = format_ident!("__p{number}");
        let value = match role {
            Role::ByReference => {
                arguments.push(quote!(__tn::by_reference::<#ty>(&__context)));
                continue;
            }
            Role::Any => quote!((__tn::param::<#ty, _>().take)(&mut __args, #name)),
            Role::Input { secret, default, .. } => {
                let default =
                    option(default.as_ref().map(|_| default_name(number).into_token_stream()));
                quote!((__tn::input::<#ty, _>().take)(&mut __args, #name, #secret, #default))
            }
        };
        read.extend(quote!(let #local = #value;));
        arguments.push(local.to_token_stream());
        names.push(local);
    }
    let by_reference = function.parameters.iter().any(|p| matches!(p.role, Role::ByReference));
    let unpack = (!names.is_empty()).then(|| {
        quote! {
            #read
            let (#(__tn::Some(#names),)*) = (#(#names,)*) else { return __args.refuse() };
        }
    });
    let args = match (&unpack, by_reference) {
        (Some(_), _) => quote!(let mut __args = __tn::Args::new(__call);),
        (None, true) => quote!(let __args = __tn::Args::new(__call);),
        (None, false) => quote!(let _ = __call;),
    };
    let context = by_reference.then(|| quote!(let __context = __args.into_context();));
    let run = run(name, function, &arguments, by_reference);
    let output = output_type(function);
    let answer = answer(&output);
    quote! {
        #args
        #unpack
        #context
        let __out = (&&__tn::Out::<#output>::NEW).__tn_split();
        #answer
        #run
    }
}

/// Joins how success and how failure are answered. The probes stand where the types are written, so that a message about
/// them does too.
fn answer(output: &Type) -> TokenStream {
    let (ok, err) = sides(output);
    let ok = Ident::new("__tn_reply", generated_at(ok));
    let err = Ident::new("__tn_reply", generated_at(err));
    quote!(let __answer = __out.answer((&&&__out.ok).#ok(), (&&&&__out.err).#err());)
}

/// Where the types of success and failure are written, for messages only.
fn sides(output: &Type) -> (Span, Span) {
    if let Type::Path(path) = output
        && let Some(last) = path.path.segments.last()
        && let syn::PathArguments::AngleBracketed(list) = &last.arguments
        && last.ident == "Result"
    {
        let mut spans = list.args.iter().map(Spanned::span);
        let ok = spans.next().unwrap_or_else(|| output.span());
        return (ok, spans.next().unwrap_or_else(|| output.span()));
    }
    (output.span(), output.span())
}

/// Calls the function.
fn run(
    name: &Ident,
    function: &Function,
    arguments: &[TokenStream],
    by_reference: bool,
) -> TokenStream {
    // A future that is not `Send` is reported where the function is written.
    let span = generated_at(name.span());
    let call = quote_spanned!(span=> #name(#(#arguments),*));
    match (function.is_async, by_reference) {
        (false, _) => quote!(__tn::run_blocking(#call, __answer)),
        (true, false) => quote_spanned!(span=> __tn::run_async(__tn::Box::pin(#call), __answer)),
        (true, true) => {
            quote_spanned!(span=> __tn::run_async(__tn::Box::pin(async move { #call.await }), __answer))
        }
    }
}

/// The place of something that the caller wrote, for a token that the caller did not: lints leave it alone.
pub(super) fn generated_at(place: Span) -> Span {
    Span::call_site().located_at(place)
}

fn output_type(function: &Function) -> Type {
    function.output.clone().unwrap_or_else(|| parse_quote!(()))
}
