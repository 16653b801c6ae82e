//! From the declaration of a command to code: a constant for each argument, what is asserted of it, and the registration.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;

use super::expand::{defaults, examples, generated_at, header as header_of, port, private};
use super::expand_spec::{option, spec};
use super::model::{Argument, Command, CommandSettings, Container, Given, Place, Tool, Words};
use super::parse::Item;
use crate::keys::Text;

pub(super) fn command(item: &Item, tool: &Tool, command: &Command) -> TokenStream {
    let private = private(tool);
    let named = named(item, &private);
    let Tool { conditions, .. } = tool;
    let arguments = &command.arguments;
    let defaults = defaults(
        arguments.iter().enumerate().filter_map(|(n, a)| Some((n, &a.ty, a.default.as_ref()?))),
    );
    let placed = arguments.iter().enumerate().filter_map(|(n, argument)| placed(n, argument));
    let asserted = asserted(arguments, tool.settings.command.terminator);
    let describe = describe(tool, command);
    let describe = if describe.is_empty() {
        quote!(
            fn __describe(_: &mut __tn::Description) {}
        )
    } else {
        quote!(fn __describe(__d: &mut __tn::Description) { #describe })
    };
    let probes = command.output.is_some()
        || arguments.iter().any(|a| matches!(a.place, Place::Stdin | Place::Unplaced));
    let probes = probes.then(|| quote!(use #private::via::*;));
    let command = settings(&tool.settings.command);
    let spec = spec(tool, &quote!(Command(#command)));
    quote! {
        #named

        #(#conditions)*
        const _: () = {
            use #private as __tn;
            #probes

            #defaults
            #(#placed)*
            #asserted
            #describe
            static __SPEC: __tn::ToolSpec = #spec;
            __tn::inventory::submit! { __tn::Registration(&__SPEC) }
        };
    }
}

/// Stands for the command by its name, with its documentation, so that two of one name are an error. There is no value
/// that it could be called with.
fn named(item: &Item, private: &TokenStream) -> TokenStream {
    let Item { attributes, visibility, fn_token, name, .. } = item;
    quote! {
        #(#attributes)*
        #[allow(dead_code)]
        #visibility #fn_token #name(_: #private::NotCallableFromRust) {}
    }
}

fn constant(number: usize) -> Ident {
    format_ident!("__P{number}")
}

/// What the type of an argument is on a command line.
fn placed(number: usize, argument: &Argument) -> Option<TokenStream> {
    let ty = &argument.ty;
    let place = match argument.place {
        Place::Flag { .. } => quote!(flag),
        Place::Positional { .. } => quote!(positional),
        Place::Stdin | Place::Unplaced => return None,
    };
    let name = constant(number);
    Some(quote!(const #name: __tn::Placed = __tn::#place::<#ty, _>();))
}

/// What must hold of the types. A mistake is reported on the type, or on the flag that it is about.
fn asserted(arguments: &[Argument], terminator: bool) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut positionals: Vec<(u32, usize, &Argument)> = Vec::new();
    for (number, argument) in arguments.iter().enumerate() {
        match &argument.place {
            Place::Positional { place, lead } => {
                positionals.push((*place, number, argument));
                if !terminator {
                    tokens.extend(no_dash_in_front(number, argument, lead));
                }
                tokens.extend(argument.runs_elements.as_ref().map(|why| {
                    assert_at(argument.ty.span(), &quote!(not_repeated), number, &quote!(#why))
                }));
            }
            Place::Flag { flag, joined } => {
                tokens.extend(of_flag(number, argument, flag, *joined));
            }
            Place::Stdin | Place::Unplaced => {}
        }
    }
    positionals.sort_by_key(|(place, ..)| *place);
    tokens.extend(in_order(&positionals));
    tokens
}

fn assert_at(place: Span, what: &TokenStream, number: usize, rest: &TokenStream) -> TokenStream {
    let name = constant(number);
    at(&quote!(const _: () = __tn::#what(&#name, #rest);), generated_at(place))
}

/// The same tokens, all of them at one place, so that a message is about that place alone.
fn at(tokens: &TokenStream, place: Span) -> TokenStream {
    let moved = tokens.clone().into_iter().map(|mut tree| {
        if let TokenTree::Group(group) = &tree {
            tree = Group::new(group.delimiter(), at(&group.stream(), place)).into();
        }
        tree.set_span(place);
        tree
    });
    moved.collect()
}

fn no_dash_in_front(number: usize, argument: &Argument, lead: &[Text]) -> TokenStream {
    let name = &argument.name.value;
    let lone = lead.iter().any(|lead| lead.value == "-");
    let help = format!(
        "take a type whose values begin otherwise, such as one with the pattern \"^[a-z0-9][a-z0-9-]*$\" or an unsigned integer; or join it to a flag, `#[arg(flag = \"--{}\", joined)]`; or write `terminator` in `#[tool(…)]`, if the program takes what follows `--` for no option",
        name.replace('_', "-")
    );
    let rest = quote!(#name, #lone, "a positional", #help);
    assert_at(argument.ty.span(), &quote!(no_leading_dash), number, &rest)
}

fn of_flag(number: usize, argument: &Argument, flag: &Text, joined: bool) -> TokenStream {
    let (name, written) = (&argument.name.value, &flag.value);
    let value = argument.runs_value.as_ref();
    let mut tokens: TokenStream = value
        .map(|why| assert_at(flag.span, &quote!(bare), number, &quote!(#why)))
        .into_iter()
        .collect();
    if joined {
        let message = format!(
            "`{name}` is a `bool`, and `{written}` has no value that could be joined to it\nhelp: remove `joined`"
        );
        tokens.extend(assert_at(argument.ty.span(), &quote!(not_bare), number, &quote!(#message)));
    } else {
        let place = format!("a word after `{written}`");
        let join = if written.starts_with("--") {
            format!("write `joined` beside the flag, which makes `{written}=…` one word")
        } else {
            "take the long flag and write `joined` beside it, which makes both one word".to_owned()
        };
        let help = format!(
            "{join}; or take a type whose values begin otherwise, such as one with the pattern \"^[a-z0-9][a-z0-9-]*$\" or an unsigned integer"
        );
        let rest = quote!(#name, false, #place, #help);
        tokens.extend(assert_at(argument.ty.span(), &quote!(no_leading_dash), number, &rest));
    }
    tokens
}

/// Required before optional, and a list last.
fn in_order(positionals: &[(u32, usize, &Argument)]) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (index, (_, number, argument)) in positionals.iter().enumerate() {
        let name = &argument.name.value;
        if let Some((_, _, next)) = positionals.get(index + 1) {
            let message = format!(
                "`{name}` is a list and takes every word that follows, and behind it comes `{}`\nhelp: make `{name}` the last positional, or give it a flag, `#[arg(flag = \"--{}\")]`",
                next.name.value,
                name.replace('_', "-")
            );
            let rest = quote!(#message);
            tokens.extend(assert_at(argument.ty.span(), &quote!(not_repeated), *number, &rest));
        }
        // Of an order that is wrong in several places, the neighbours say it.
        let Some((_, before_number, before)) = index.checked_sub(1).map(|i| positionals[i]) else {
            continue;
        };
        let message = format!(
            "`{name}` is required, and the positional before it, `{}`, may be left out\nhelp: put the required ones first, or give `{}` a flag, `#[arg(flag = \"--{}\")]`",
            before.name.value,
            before.name.value,
            before.name.value.replace('_', "-")
        );
        let (own, before_default) = (constant(*number), before.default.is_some());
        let default = argument.default.is_some();
        let rest = quote!(#before_default, &#own, #default, #message);
        tokens.extend(assert_at(argument.ty.span(), &quote!(in_order), before_number, &rest));
    }
    tokens
}

/// The body of the function that says what the command takes and gives.
fn describe(tool: &Tool, command: &Command) -> TokenStream {
    let mut tokens = TokenStream::new();
    for (number, argument) in command.arguments.iter().enumerate() {
        let Argument { name, doc, ty, secret, default, header, place, .. } = argument;
        tokens.extend(port(number, name, doc, ty, *secret, default.as_ref()));
        let constant = constant(number);
        tokens.extend(match place {
            Place::Flag { flag, joined } => quote! {
                #constant.describe(__d, __port, __tn::PlacementSpec::Flag { flag: #flag, joined: #joined });
            },
            Place::Positional { place, lead } => quote! {
                #constant.describe(__d, __port, __tn::PlacementSpec::Positional { place: #place, lead: &[#(#lead),*] });
            },
            Place::Stdin => {
                let one = Ident::new("__tn_one", generated_at(ty.span()));
                quote! {
                    (&__tn::Probe::<#ty>::NEW).#one();
                    (__tn::stdin::<#ty, _>())(__d, __tn::Probe::<#ty>::NEW.__tn_optional(), __port);
                }
            }
            Place::Unplaced => quote! {
                (__tn::input::<#ty, _>().describe)(__d, __tn::Probe::<#ty>::NEW.__tn_optional(), __port);
            },
        });
        tokens.extend(header_of(header.as_ref(), ty));
    }
    if let Some(ty) = &command.output {
        let plain = Ident::new("__tn_plain", generated_at(ty.span()));
        tokens.extend(quote! {
            (&__tn::Probe::<#ty>::NEW).#plain();
            __d.output = __tn::printed::<#ty, _>();
        });
    }
    tokens.extend(examples(tool));
    tokens
}

/// The constant data of the command. Only what is declared is written.
fn settings(settings: &CommandSettings) -> TokenStream {
    let CommandSettings { shell, terminator, container, exit, stdout, media_type, .. } = settings;
    let mut said = Vec::new();
    said.extend(shell.as_ref().map(|shell| {
        let shell = words(shell);
        quote!(shell: __tn::Some(#shell),)
    }));
    said.extend(terminator.then(|| quote!(terminator: true,)));
    said.extend(container.as_ref().map(|container| {
        let container = self::container(container);
        quote!(container: __tn::Some(#container),)
    }));
    let undetermined = &exit.undetermined;
    if exit.ok.is_some() || !undetermined.is_empty() {
        let ok = option(exit.ok.as_ref().map(|ok| quote!(&[#(#ok),*])));
        said.push(quote!(exit: __tn::ExitSpec { ok: #ok, undetermined: &[#(#undetermined),*] },));
    }
    said.extend(stdout.as_ref().map(|stdout| {
        let kind = match stdout.value.as_str() {
            "json" => quote!(Json),
            "jsonl" => quote!(Jsonl),
            "bytes" => quote!(Bytes),
            _ => quote!(Text),
        };
        quote!(stdout: __tn::PrintedSpec::#kind,)
    }));
    said.extend(media_type.as_ref().map(|text| quote!(media_type: __tn::Some(#text),)));
    quote!(__tn::CommandSpec { #(#said)* ..__tn::CommandSpec::EMPTY })
}

fn words(words: &Words) -> TokenStream {
    match &words.given {
        Given::Line(line) => quote!(__tn::WordsSpec::Line(#line)),
        Given::List(list) => quote!(__tn::WordsSpec::Words(&[#(#list),*])),
    }
}

fn container(container: &Container) -> TokenStream {
    let Container { image, command, mounts, user } = container;
    let command = option(command.as_ref().map(words));
    let user = option(user.as_ref().map(ToTokens::to_token_stream));
    quote! {
        __tn::ContainerSpec { image: #image, command: #command, mounts: &[#(#mounts),*], user: #user }
    }
}
