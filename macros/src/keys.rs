//! The keys of an attribute: `key`, `key = value`, `key(…)`, separated by commas.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Expr, Lit, LitBool, LitInt, LitStr, Token};
use toolnode_rules::suggest;

use crate::faults::Faults;

/// A key with what was given to it.
pub(crate) struct Entry {
    /// The key as it is written.
    pub(crate) key: Ident,
    /// The key that is meant.
    pub(crate) name: String,
    pub(crate) given: Given,
}

/// What was given to a key.
pub(crate) enum Given {
    /// `key`
    Nothing,
    /// `key = …`
    Value(TokenStream),
    /// `key(…)`
    List(Group),
}

/// A string with its place.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        LitStr::new(&self.value, self.span).to_tokens(tokens);
    }
}

/// Reads the keys of an attribute. Unknown keys and second ones are noted. One that is nearly a known key is taken for it,
/// so that it is not also reported as absent.
pub(crate) fn read(tokens: TokenStream, known: &Known, faults: &Faults) -> Vec<Entry> {
    let parser = |input: ParseStream| {
        let mut entries: Vec<Entry> = Vec::new();
        while !input.is_empty() {
            match input.parse::<Entry>() {
                Ok(entry) => entries.extend(known.admit(entry, &entries, faults)),
                Err(error) => {
                    faults.push(error);
                    skip_to_comma(input)?;
                }
            }
            if !input.is_empty() && input.parse::<Token![,]>().is_err() {
                let error = "a comma was expected here\nhelp: keys are separated by commas";
                faults.push(input.error(error));
                skip_to_comma(input)?;
                let _ = input.parse::<Token![,]>();
            }
        }
        Ok(entries)
    };
    faults.take(parser.parse2(tokens)).unwrap_or_default()
}

fn skip_to_comma(input: ParseStream) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

impl Parse for Entry {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            let error = "a key was expected here\nhelp: write `key`, `key = value` or `key(…)`";
            return Err(input.error(error));
        }
        let key = Ident::parse_any(input)?;
        let given = if input.peek(Token![=]) {
            let equals: Token![=] = input.parse()?;
            if input.is_empty() || input.peek(Token![,]) {
                let error =
                    format!("a value is missing here\nhelp: write `{key} = …`, or remove the key");
                return Err(syn::Error::new_spanned(equals, error));
            }
            Given::Value(value(input)?)
        } else if input.peek(syn::token::Paren) {
            Given::List(input.parse()?)
        } else {
            Given::Nothing
        };
        Ok(Self { name: key.to_string(), key, given })
    }
}

/// The tokens of a value: one tree, or an expression, which knows the commas that are its own.
fn value(input: ParseStream) -> syn::Result<TokenStream> {
    let ahead = input.fork();
    let tree: TokenTree = ahead.parse()?;
    if ahead.is_empty() || ahead.peek(Token![,]) {
        input.parse::<TokenTree>()?;
        return Ok(tree.into());
    }
    input.parse::<Expr>().map(ToTokens::into_token_stream)
}

/// The keys that an attribute knows.
pub(crate) struct Known {
    /// The attribute, for messages: `#[tool(…)]`.
    pub(crate) place: &'static str,
    pub(crate) keys: &'static [&'static str],
    /// Keys that other crates know by another name, and what to write here.
    pub(crate) elsewhere: &'static [(&'static str, &'static str)],
}

impl Known {
    fn admit(&self, mut entry: Entry, before: &[Entry], faults: &Faults) -> Option<Entry> {
        let key = entry.name.clone();
        if !self.keys.contains(&key.as_str()) {
            let near = suggest::did_you_mean(&key, self.keys.iter().copied());
            let elsewhere = self.elsewhere.iter().find(|(name, _)| *name == key);
            let help = match (elsewhere, near) {
                (Some((_, help)), _) => (*help).to_owned(),
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => format!("the keys are `{}`", self.keys.join("`, `")),
            };
            faults.note(&entry.key, format!("`{}` has no key `{key}`", self.place), help);
            near?.clone_into(&mut entry.name);
            return before.iter().all(|earlier| earlier.name != entry.name).then_some(entry);
        }
        // Of examples there may be several.
        if key != "example" && before.iter().any(|earlier| earlier.name == key) {
            faults.note(&entry.key, format!("`{key}` is said twice"), "keep one of the two");
            return None;
        }
        Some(entry)
    }
}

impl Entry {
    /// `key` is true, `key = true` and `key = false` as they say.
    pub(crate) fn flag(&self, faults: &Faults) -> Option<bool> {
        match &self.given {
            Given::Nothing => return Some(true),
            Given::Value(tokens) => {
                if let Ok(value) = syn::parse2::<LitBool>(tokens.clone()) {
                    return Some(value.value);
                }
                self.wrong(tokens, "is `true` or `false`", "true", faults);
            }
            Given::List(group) => self.wrong(group, "is `true` or `false`", "true", faults),
        }
        None
    }

    /// `key = "…"`
    pub(crate) fn text(&self, faults: &Faults) -> Option<Text> {
        let text = self.value().and_then(text);
        if text.is_none() {
            self.wrong(self.value_or_key(), "is a string", "\"…\"", faults);
        }
        text
    }

    /// `key = "…"` or `key = ["…", "…"]`
    pub(crate) fn texts(&self, faults: &Faults) -> Option<Vec<Text>> {
        if let Some(text) = self.value().and_then(text) {
            return Some(vec![text]);
        }
        let texts = self.value().and_then(|tokens| match syn::parse2(tokens.clone()) {
            Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => list(&group),
            _ => None,
        });
        if texts.is_none() {
            self.wrong(
                self.value_or_key(),
                "is a string or a list of strings",
                "[\"…\", \"…\"]",
                faults,
            );
        }
        texts
    }

    /// `key = 5`, a whole number of one or more.
    pub(crate) fn count(&self, faults: &Faults) -> Option<u64> {
        let number = match self.value().map(|tokens| syn::parse2(tokens.clone())) {
            Some(Ok(Lit::Int(number))) if number.suffix().is_empty() => number.base10_parse().ok(),
            _ => None,
        };
        let number = number.filter(|n| *n > 0);
        if number.is_none() {
            self.wrong(self.value_or_key(), "is a whole number of one or more", "65_536", faults);
        }
        number
    }

    /// `key = 5`, a whole number of zero or more.
    pub(crate) fn index(&self, faults: &Faults) -> Option<(u32, TokenStream)> {
        let number = self.value().and_then(|tokens| {
            let number = syn::parse2::<LitInt>(tokens.clone()).ok()?;
            let value = number.suffix().is_empty().then(|| number.base10_parse().ok())??;
            Some((value, tokens.clone()))
        });
        if number.is_none() {
            self.wrong(self.value_or_key(), "is a whole number, counted from 0", "0", faults);
        }
        number
    }

    /// `key = -5`, an integer, with its tokens.
    pub(crate) fn integer(&self, faults: &Faults) -> Option<(i128, TokenStream)> {
        let parser = |input: ParseStream| {
            let minus = input.parse::<Option<Token![-]>>()?;
            let number = input.parse::<LitInt>()?;
            let value: i128 = number.base10_parse()?;
            Ok(if minus.is_some() { -value } else { value })
        };
        let number = self
            .value()
            .and_then(|tokens| Some((parser.parse2(tokens.clone()).ok()?, tokens.clone())));
        if number.is_none() {
            self.wrong(self.value_or_key(), "is an integer", "10", faults);
        }
        number
    }

    /// `key = 2` or `key = [0, 1]`: exit statuses, each with its token.
    pub(crate) fn statuses(&self, faults: &Faults) -> Option<Vec<(u8, LitInt)>> {
        let status = |number: LitInt| Some((number.base10_parse::<u8>().ok()?, number));
        let numbers = self.value().and_then(|tokens| match syn::parse2(tokens.clone()) {
            Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                let parser = syn::punctuated::Punctuated::<LitInt, Token![,]>::parse_terminated;
                parser.parse2(group.stream()).ok()?.into_iter().map(status).collect()
            }
            _ => Some(vec![status(syn::parse2(tokens.clone()).ok()?)?]),
        });
        if numbers.is_none() {
            self.wrong(
                self.value_or_key(),
                "is an exit status from 0 to 255, or a list of them",
                "[0, 1]",
                faults,
            );
        }
        numbers
    }

    /// `key = 0.5`, a number above zero.
    pub(crate) fn amount(&self, faults: &Faults) -> Option<f64> {
        let number = match self.value().map(|tokens| syn::parse2(tokens.clone())) {
            Some(Ok(Lit::Int(number))) if number.suffix().is_empty() => number.base10_parse().ok(),
            Some(Ok(Lit::Float(number))) if number.suffix().is_empty() => {
                number.base10_parse().ok()
            }
            _ => None,
        };
        let number = number.filter(|n: &f64| n.is_finite() && *n > 0.0);
        if number.is_none() {
            self.wrong(self.value_or_key(), "is a number above zero", "2.5", faults);
        }
        number
    }

    /// `key(…)`
    pub(crate) fn list(&self, faults: &Faults) -> Option<TokenStream> {
        match &self.given {
            Given::List(group) => return Some(group.stream()),
            Given::Nothing | Given::Value(_) => {
                let what = format!("`{}` takes keys of its own", self.name);
                faults.note(self.value_or_key(), what, format!("write `{}(…)`", self.name));
            }
        }
        None
    }

    /// The tokens after `=`.
    pub(crate) fn value(&self) -> Option<&TokenStream> {
        match &self.given {
            Given::Value(tokens) => Some(tokens),
            Given::Nothing | Given::List(_) => None,
        }
    }

    /// The tokens that a message about the value belongs to.
    pub(crate) fn value_or_key(&self) -> TokenStream {
        match &self.given {
            Given::Value(tokens) => tokens.clone(),
            Given::List(group) => group.to_token_stream(),
            Given::Nothing => self.key.to_token_stream(),
        }
    }

    fn wrong(&self, tokens: impl ToTokens, what: &str, example: &str, faults: &Faults) {
        let key = &self.name;
        faults.note(tokens, format!("`{key}` {what}"), format!("write `{key} = {example}`"));
    }
}

/// A string literal.
fn text(tokens: &TokenStream) -> Option<Text> {
    let literal: LitStr = syn::parse2(tokens.clone()).ok()?;
    literal.suffix().is_empty().then(|| Text { value: literal.value(), span: literal.span() })
}

/// The string literals between brackets.
fn list(group: &Group) -> Option<Vec<Text>> {
    let parser = syn::punctuated::Punctuated::<LitStr, Token![,]>::parse_terminated;
    let literals = parser.parse2(group.stream()).ok()?;
    Some(literals.iter().map(|l| Text { value: l.value(), span: l.span() }).collect())
}
