//! The item under `#[tool]` as it is written. Only the signature is parsed: the body stays opaque, so that a half-typed
//! one is still completed by an editor.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Generics, LitStr, Token, Type, Visibility, WhereClause, parenthesized, token,
};

/// A function, or the declaration of a command.
pub(crate) struct Item {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) qualifiers: Qualifiers,
    pub(crate) fn_token: Token![fn],
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    pub(crate) paren: token::Paren,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) output: Option<(Token![->], Type)>,
    pub(crate) where_clause: Option<WhereClause>,
    pub(crate) body: Body,
}

/// The words before `fn`.
#[derive(Default)]
pub(crate) struct Qualifiers {
    pub(crate) constness: Option<Token![const]>,
    pub(crate) asyncness: Option<Token![async]>,
    pub(crate) safety: Option<Ident>,
    pub(crate) abi: Option<(Token![extern], Option<LitStr>)>,
}

/// What follows the signature.
pub(crate) enum Body {
    Block(Group),
    Semicolon(Token![;]),
}

/// One parameter.
pub(crate) enum Parameter {
    /// `self` in any form.
    Receiver(TokenStream),
    /// `...`
    Variadic(TokenStream),
    /// `pattern: Type`
    Typed(Box<Typed>),
}

pub(crate) struct Typed {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) pattern: TokenStream,
    /// The name, where the pattern is one.
    pub(crate) name: Option<Ident>,
    pub(crate) colon: Token![:],
    pub(crate) ty: Type,
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        let qualifiers = input.parse()?;
        if !input.peek(Token![fn]) {
            let error = "`#[tool]` is for functions\nhelp: put it on a free `fn` or `async fn`";
            return Err(syn::Error::new(proc_macro2::Span::call_site(), error));
        }
        let fn_token = input.parse()?;
        let name = input.parse()?;
        let generics = input.parse()?;
        let content;
        let paren = parenthesized!(content in input);
        let mut parameters = Vec::new();
        while !content.is_empty() {
            parameters.push(content.parse()?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        let output =
            if input.peek(Token![->]) { Some((input.parse()?, input.parse()?)) } else { None };
        let where_clause = input.parse()?;
        let body = if input.peek(Token![;]) {
            Body::Semicolon(input.parse()?)
        } else {
            Body::Block(input.parse()?)
        };
        Ok(Self {
            attributes,
            visibility,
            qualifiers,
            fn_token,
            name,
            generics,
            paren,
            parameters,
            output,
            where_clause,
            body,
        })
    }
}

impl Parse for Qualifiers {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut found = Self::default();
        if input.peek(Token![const]) {
            found.constness = Some(input.parse()?);
        }
        if input.peek(Token![async]) {
            found.asyncness = Some(input.parse()?);
        }
        if input.peek(Token![unsafe])
            || (input.peek(syn::Ident) && input.fork().parse::<Ident>()? == "safe")
        {
            found.safety = Some(Ident::parse_any(input)?);
        }
        if input.peek(Token![extern]) {
            let name = |input: ParseStream| {
                if input.peek(LitStr) { input.parse().map(Some) } else { Ok(None) }
            };
            found.abi = Some((input.parse()?, name(input)?));
        }
        Ok(found)
    }
}

impl Parse for Parameter {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if is_receiver(input) {
            return Ok(Self::Receiver(up_to(input, |input| input.peek(Token![,]))?));
        }
        if input.peek(Token![...]) {
            return Ok(Self::Variadic(up_to(input, |input| input.peek(Token![,]))?));
        }
        let is_colon = |input: ParseStream| input.peek(Token![:]) && !input.peek(Token![::]);
        let pattern = up_to(input, is_colon)?;
        let colon = input.parse()?;
        if input.peek(Token![...]) {
            return Ok(Self::Variadic(up_to(input, |input| input.peek(Token![,]))?));
        }
        let name = name_of(&pattern);
        Ok(Self::Typed(Box::new(Typed { attributes, pattern, name, colon, ty: input.parse()? })))
    }
}

/// Whether `self`, `mut self`, `&self`, `&mut self` or `&'a self` begins here.
fn is_receiver(input: ParseStream) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<Token![&]>();
    let _ = ahead.parse::<syn::Lifetime>();
    let _ = ahead.parse::<Token![mut]>();
    ahead.peek(Token![self]) && !ahead.peek2(Token![::])
}

/// The trees up to a place.
fn up_to(input: ParseStream, end: impl Fn(ParseStream) -> bool) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !end(input) {
        if input.peek(Token![::]) {
            input.parse::<Token![::]>()?.to_tokens(&mut tokens);
        } else {
            input.parse::<TokenTree>()?.to_tokens(&mut tokens);
        }
    }
    Ok(tokens)
}

/// The name in `name` and `mut name`.
fn name_of(pattern: &TokenStream) -> Option<Ident> {
    let parser = |input: ParseStream| {
        let _ = input.parse::<Token![mut]>();
        input.parse::<Ident>()
    };
    syn::parse::Parser::parse2(parser, pattern.clone()).ok()
}

impl Item {
    /// The function as it is to be compiled: without what only `#[tool]` understands. The declaration of a command
    /// is nothing that can be compiled; `expand_command` writes something in its place.
    pub(crate) fn plain(&self, allow: Option<&TokenStream>) -> TokenStream {
        let Body::Block(body) = &self.body else { return TokenStream::new() };
        let Self {
            attributes, visibility, qualifiers, fn_token, name, generics, where_clause, ..
        } = self;
        let mut parameters = TokenStream::new();
        self.paren.surround(&mut parameters, |tokens| {
            for parameter in &self.parameters {
                parameter.plain(tokens);
                <Token![,]>::default().to_tokens(tokens);
            }
        });
        let output = self.output.as_ref().map(|(arrow, ty)| quote!(#arrow #ty));
        quote! {
            #(#attributes)* #allow
            #visibility #qualifiers #fn_token #name #generics #parameters #output #where_clause #body
        }
    }
}

impl Parameter {
    fn plain(&self, tokens: &mut TokenStream) {
        match self {
            Self::Receiver(all) | Self::Variadic(all) => all.to_tokens(tokens),
            Self::Typed(typed) => {
                let Typed { attributes, pattern, colon, ty, .. } = &**typed;
                let others = attributes.iter().filter(|a| !is_helper(a));
                tokens.extend(quote!(#(#others)* #pattern #colon #ty));
            }
        }
    }
}

/// Attributes of parameters that the compiler does not take: ours, and doc comments.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg") || attribute.path().is_ident("doc")
}

impl ToTokens for Qualifiers {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { constness, asyncness, safety, abi } = self;
        let abi = abi.as_ref().map(|(token, name)| quote!(#token #name));
        tokens.extend(quote!(#constness #asyncness #safety #abi));
    }
}

impl ToTokens for Body {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Block(group) => group.to_tokens(tokens),
            Self::Semicolon(token) => token.to_tokens(tokens),
        }
    }
}
