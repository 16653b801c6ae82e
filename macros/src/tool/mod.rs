//! `#[tool]`: parse, validate, expand.

mod arg;
mod command;
mod command_settings;
mod expand;
mod expand_command;
mod expand_spec;
mod model;
mod naming;
mod parse;
pub(crate) mod settings;
mod signature;
mod validate;

use proc_macro2::TokenStream;
use quote::quote;

use crate::faults::Faults;

/// The expansion. Where something is wrong, it is the errors and the function as it was, so that one mistake does
/// not make others wherever the function is used.
pub(crate) fn tool(keys: TokenStream, item: &TokenStream) -> TokenStream {
    let parsed = match syn::parse2::<parse::Item>(item.clone()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let error = error.to_compile_error();
            return quote!(#item #error);
        }
    };
    let faults = Faults::new();
    let tool = validate::tool(keys, &parsed, &faults);
    match faults.finish() {
        Ok(()) => expand::tool(&parsed, &tool),
        Err(errors) => {
            let function = parsed.plain(None);
            quote!(#function #errors)
        }
    }
}
