//! From the model to code. What does not depend on the type is in `toolnode`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse_quote;
use syn::spanned::Spanned;

use super::model::{ArgvType, Dashes, IntegerType, Kind, Member, TextType};
use super::{prove, refused};

pub(super) fn argv_type(argv: &ArgvType) -> TokenStream {
    let root = argv.krate.clone().unwrap_or_else(|| parse_quote!(::toolnode));
    let impls = match &argv.kind {
        Kind::Text(text) => self::text(argv, text),
        Kind::Words(members) => words(argv, members),
        Kind::Integer(integer) => self::integer(argv, integer),
        Kind::Refused(generics) => refused::refused(&argv.ident, generics),
    };
    quote! {
        const _: () = {
            use #root::__private as __tn;
            #impls
        };
    }
}

fn text(argv: &ArgvType, text: &TextType) -> TokenStream {
    let ArgvType { ident, name, .. } = argv;
    let TextType { inside, pattern, not, min_len, max_len, dashes } = text;
    let (not, min_len, max_len) = (option(not.as_ref()), option(*min_len), option(*max_len));
    let (dashes, worded) = (self::dashes(argv, dashes), worded(argv));
    let schema = schema(argv, &about(argv, |about| quote!(__RULE.schema(#about))));
    quote! {
        static __RULE: __tn::TextRule = __tn::TextRule {
            name: #name,
            pattern: #pattern,
            not: #not,
            min_len: #min_len,
            max_len: #max_len,
            compiled: __tn::OnceLock::new(),
        };
        #[automatically_derived]
        impl __tn::TextNewtype for #ident {
            type Inside = #inside;
            fn wrap(__inside: Self::Inside) -> Self {
                Self(__inside)
            }
            fn inside(&self) -> &Self::Inside {
                &self.0
            }
        }
        #[automatically_derived]
        impl __tn::Worded for #ident {
            fn from_text(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
                __RULE.make(__text)
            }
        }
        #[automatically_derived]
        impl __tn::AsRef<__tn::str> for #ident {
            fn as_ref(&self) -> &__tn::str {
                __tn::text_of(self)
            }
        }
        #dashes
        #worded
        #schema
    }
}

fn words(argv: &ArgvType, members: &[Member]) -> TokenStream {
    let ArgvType { ident, name, .. } = argv;
    let dashes = self::dashes(argv, &prove::dashes(members));
    let worded = worded(argv);
    let variants: Vec<_> = members.iter().map(|member| &member.ident).collect();
    let words: Vec<_> = members.iter().map(|member| &member.word.value).collect();
    // Without its variants that will not do, it is not whole.
    let faulty = (!argv.whole).then(|| quote!(#[allow(unreachable_patterns)] _ => "",));
    let descriptions = members.iter().map(|member| &member.description);
    let schema = schema(
        argv,
        &about(argv, |about| quote!(__tn::members_schema(&[#((#words, #descriptions)),*], #about))),
    );
    quote! {
        #[automatically_derived]
        #[allow(deprecated, unreachable_patterns)]
        impl __tn::Worded for #ident {
            fn from_text(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
                match __tn::AsRef::<__tn::str>::as_ref(&__text) {
                    #(#words => __tn::Ok(Self::#variants),)*
                    __other => __tn::Err(__tn::no_member(#name, __other, &[#(#words),*])),
                }
            }
        }
        #[automatically_derived]
        #[allow(deprecated)]
        impl __tn::AsRef<__tn::str> for #ident {
            fn as_ref(&self) -> &__tn::str {
                match *self {
                    #(Self::#variants => #words,)*
                    #faulty
                }
            }
        }
        #dashes
        #worded
        #schema
    }
}

fn integer(argv: &ArgvType, integer: &IntegerType) -> TokenStream {
    let ArgvType { ident, name, .. } = argv;
    let IntegerType { inside, min, max } = integer;
    let least = option(min.as_ref().map(|(min, _)| min));
    let most = option(max.as_ref().map(|(max, _)| max));
    let negative = |bound: &Option<(i128, TokenStream)>| {
        bound.as_ref().map(|(bound, _)| *bound).filter(|bound| *bound < 0)
    };
    let dash = negative(min).or_else(|| negative(max)).unwrap_or(-1).to_string();
    let schema =
        schema(argv, &about(argv, |about| quote!(__tn::integer_schema::<Self>(&__RULE, #about))));
    let fits = [("min", min), ("max", max)].into_iter().filter_map(|(key, bound)| {
        let (bound, tokens) = bound.as_ref()?;
        let message = format!(
            "`{key} = {bound}` is no number of the integer inside\nhelp: write one that it can hold"
        );
        let span = Span::call_site().located_at(tokens.span());
        Some(quote_spanned!(span=> const _: () = __tn::bound_fits::<#ident>(#bound, #message);))
    });
    quote! {
        static __RULE: __tn::IntegerRule =
            __tn::IntegerRule { name: #name, min: #least, max: #most };
        #(#fits)*
        #[automatically_derived]
        impl __tn::IntegerNewtype for #ident {
            type Inside = #inside;
            fn wrap(__inside: Self::Inside) -> Self {
                Self(__inside)
            }
            fn inside(&self) -> &Self::Inside {
                &self.0
            }
        }
        #[automatically_derived]
        impl __tn::ArgvType for #ident {
            const LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::leading_dash::<Self>(#least, #dash);
            const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = Self::LEADING_DASH;
        }
        #[automatically_derived]
        impl<'__de> __tn::serde::Deserialize<'__de> for #ident {
            fn deserialize<__D: __tn::serde::Deserializer<'__de>>(__from: __D) -> __tn::Result<Self, __D::Error> {
                __tn::deserialize_integer(&__RULE, __from)
            }
        }
        #[automatically_derived]
        impl __tn::serde::Serialize for #ident {
            fn serialize<__S: __tn::serde::Serializer>(&self, __to: __S) -> __tn::Result<__S::Ok, __S::Error> {
                __tn::serialize_integer(self, __to)
            }
        }
        #[automatically_derived]
        impl __tn::Display for #ident {
            fn fmt(&self, __f: &mut __tn::Formatter<'_>) -> __tn::Written {
                __tn::display_integer(self, __f)
            }
        }
        #[automatically_derived]
        impl __tn::FromStr for #ident {
            type Err = __tn::ArgvError;
            fn from_str(__text: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
                __RULE.parse(__text)
            }
        }
        #[automatically_derived]
        impl __tn::TryFrom<<#ident as __tn::IntegerNewtype>::Inside> for #ident {
            type Error = __tn::ArgvError;
            fn try_from(
                __number: <#ident as __tn::IntegerNewtype>::Inside,
            ) -> __tn::Result<Self, __tn::ArgvError> {
                __RULE.make(__number)
            }
        }
        #schema
    }
}

/// The traits of a text and of an enum alike.
fn worded(argv: &ArgvType) -> TokenStream {
    let ident = &argv.ident;
    quote! {
        #[automatically_derived]
        impl<'__de> __tn::serde::Deserialize<'__de> for #ident {
            fn deserialize<__D: __tn::serde::Deserializer<'__de>>(__from: __D) -> __tn::Result<Self, __D::Error> {
                __tn::deserialize_words(__from)
            }
        }
        #[automatically_derived]
        impl __tn::serde::Serialize for #ident {
            fn serialize<__S: __tn::serde::Serializer>(&self, __to: __S) -> __tn::Result<__S::Ok, __S::Error> {
                __tn::serde::Serializer::serialize_str(__to, __tn::AsRef::<__tn::str>::as_ref(self))
            }
        }
        #[automatically_derived]
        impl __tn::Display for #ident {
            fn fmt(&self, __f: &mut __tn::Formatter<'_>) -> __tn::Written {
                __f.pad(__tn::AsRef::<__tn::str>::as_ref(self))
            }
        }
        #[automatically_derived]
        impl __tn::FromStr for #ident {
            type Err = __tn::ArgvError;
            fn from_str(__text: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
                __tn::Worded::from_text(__tn::From::from(__text))
            }
        }
        #[automatically_derived]
        impl __tn::TryFrom<__tn::String> for #ident {
            type Error = __tn::ArgvError;
            fn try_from(__text: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
                __tn::Worded::from_text(__text)
            }
        }
        #[automatically_derived]
        impl __tn::From<#ident> for __tn::String {
            fn from(__value: #ident) -> Self {
                __tn::From::from(__tn::AsRef::<__tn::str>::as_ref(&__value))
            }
        }
    }
}

fn dashes(argv: &ArgvType, dashes: &Dashes) -> TokenStream {
    let ident = &argv.ident;
    let (any, longer) = (option(dashes.any.as_ref()), option(dashes.longer.as_ref()));
    quote! {
        #[automatically_derived]
        impl __tn::ArgvType for #ident {
            const LEADING_DASH: __tn::Option<&'static __tn::str> = #any;
            const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = #longer;
        }
    }
}

fn about(argv: &ArgvType, schema: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let ArgvType { description, iri, .. } = argv;
    let iri = option(iri.as_ref());
    schema(quote!(__tn::About { description: #description, iri: #iri }))
}

fn schema(argv: &ArgvType, body: &TokenStream) -> TokenStream {
    let ArgvType { ident, name, .. } = argv;
    quote! {
        #[automatically_derived]
        impl __tn::schemars::JsonSchema for #ident {
            fn schema_name() -> __tn::Cow<'static, __tn::str> {
                __tn::Cow::Borrowed(#name)
            }
            fn schema_id() -> __tn::Cow<'static, __tn::str> {
                __tn::Cow::Borrowed(__tn::concat!(__tn::module_path!(), "::", #name))
            }
            fn json_schema(_: &mut __tn::schemars::SchemaGenerator) -> __tn::schemars::Schema {
                #body
            }
        }
    }
}

fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(__tn::None), |value| quote!(__tn::Some(#value)))
}
