//! What the signature of a tool may not have.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Type;

use super::parse::{Item, Parameter};
use crate::faults::Faults;

/// Notes all that is refused in the signature whatever the types are.
pub(super) fn check(item: &Item, faults: &Faults) {
    qualifiers(item, faults);
    if !item.generics.params.is_empty() {
        faults.note(
            &item.generics,
            "a tool cannot be generic",
            "write the types that it is called with",
        );
    }
    if let Some(clause) = &item.where_clause {
        faults.note(
            clause,
            "a tool cannot have a `where` clause",
            "write the types that it is called with",
        );
    }
    for parameter in &item.parameters {
        match parameter {
            Parameter::Receiver(tokens) => faults.note(
                tokens,
                "a tool is a free function, not a method",
                "move it out of the `impl`, and take what it needs of `self` as a parameter `State<…>`",
            ),
            Parameter::Variadic(tokens) => {
                faults.note(tokens, "a tool cannot be variadic", "take a `Vec<…>`");
            }
            Parameter::Typed(typed) => no_impl(&typed.ty, "write the type", faults),
        }
    }
    if let Some((_, ty)) = &item.output {
        output(ty, faults);
    }
}

fn qualifiers(item: &Item, faults: &Faults) {
    let words = &item.qualifiers;
    if let Some(token) = &words.constness {
        faults.note(
            token,
            "a tool cannot be `const`",
            "remove `const`, or call a `const fn` from the tool",
        );
    }
    if let Some(token) = &words.safety {
        let help = format!("remove `{token}`, and say in a safe function why each call is sound");
        faults.note(
            token,
            format!("a tool cannot be `{token}`: anyone may call it with anything"),
            help,
        );
    }
    if let Some((token, name)) = &words.abi {
        let abi = quote!(#token #name);
        faults.note(
            abi,
            "a tool cannot be `extern`",
            "remove it, or call the `extern` function from the tool",
        );
    }
}

/// Notes an `impl Trait` anywhere in a type.
fn no_impl(ty: &Type, help: &str, faults: &Faults) {
    if let Some(token) = find_word(&ty.to_token_stream(), "impl") {
        faults.note(
            token,
            "a tool cannot have `impl Trait`: its types are described to the caller",
            help,
        );
    }
}

fn output(ty: &Type, faults: &Faults) {
    no_impl(ty, "write the type; for a future, write `async fn`", faults);
    if matches!(ty, Type::Never(_)) {
        faults.note(ty, "a tool must come back", "give the type of its result, or nothing");
    }
    if let Some(token) = find_borrow(&ty.to_token_stream()) {
        let help = "give an owned value, such as `String` for `&str`, or `&'static str`";
        faults.note(token, "a tool cannot give away a borrowed value", help);
    }
}

/// The first token that is this word.
fn find_word(tokens: &TokenStream, word: &str) -> Option<TokenTree> {
    tokens.clone().into_iter().find_map(|tree| match &tree {
        TokenTree::Ident(ident) if ident == word => Some(tree),
        TokenTree::Group(group) => find_word(&group.stream(), word),
        _ => None,
    })
}

/// The first `&` that is not `&'static`, outside of what a function pointer takes.
fn find_borrow(tokens: &TokenStream) -> Option<TokenTree> {
    let mut trees = tokens.clone().into_iter().peekable();
    while let Some(tree) = trees.next() {
        match &tree {
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                let mut ahead = trees.clone();
                let lifetime = (ahead.next(), ahead.next());
                let is_static = matches!(
                    &lifetime,
                    (Some(TokenTree::Punct(quote)), Some(TokenTree::Ident(name)))
                        if quote.as_char() == '\'' && name == "static"
                );
                if !is_static {
                    return Some(tree);
                }
            }
            TokenTree::Group(group) => {
                if let Some(found) = find_borrow(&group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
