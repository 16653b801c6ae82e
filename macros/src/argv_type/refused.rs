//! The traits of a type whose shape will not do. Nothing of this ever runs.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Lifetime, LifetimeParam, parse_quote};

pub(super) fn refused(ident: &Ident, generics: &Generics) -> TokenStream {
    let (with, args, conditions) = generics.split_for_impl();
    let of = quote!(#ident #args #conditions);
    let mut reading = generics.clone();
    let lifetime: Lifetime = parse_quote!('__de);
    reading.params.insert(0, GenericParam::Lifetime(LifetimeParam::new(lifetime)));
    let reading = reading.split_for_impl().0.into_token_stream();
    quote! {
        impl #with __tn::ArgvType for #of {
            const LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::None;
            const LONGER_LEADING_DASH: __tn::Option<&'static __tn::str> = __tn::None;
        }
        impl #with __tn::schemars::JsonSchema for #of {
            fn schema_name() -> __tn::Cow<'static, __tn::str> {
                loop {}
            }
            fn json_schema(_: &mut __tn::schemars::SchemaGenerator) -> __tn::schemars::Schema {
                loop {}
            }
        }
        impl #reading __tn::serde::Deserialize<'__de> for #of {
            fn deserialize<__D: __tn::serde::Deserializer<'__de>>(_: __D) -> __tn::Result<Self, __D::Error> {
                loop {}
            }
        }
        impl #with __tn::serde::Serialize for #of {
            fn serialize<__S: __tn::serde::Serializer>(&self, _: __S) -> __tn::Result<__S::Ok, __S::Error> {
                loop {}
            }
        }
        impl #with __tn::Display for #of {
            fn fmt(&self, _: &mut __tn::Formatter<'_>) -> __tn::Written {
                loop {}
            }
        }
        impl #with __tn::FromStr for #of {
            type Err = __tn::ArgvError;
            fn from_str(_: &__tn::str) -> __tn::Result<Self, __tn::ArgvError> {
                loop {}
            }
        }
        impl #with __tn::AsRef<__tn::str> for #of {
            fn as_ref(&self) -> &__tn::str {
                loop {}
            }
        }
        impl #with __tn::TryFrom<__tn::String> for #of {
            type Error = __tn::ArgvError;
            fn try_from(_: __tn::String) -> __tn::Result<Self, __tn::ArgvError> {
                loop {}
            }
        }
    }
}
