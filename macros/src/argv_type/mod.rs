//! `#[derive(ArgvType)]`: parse, validate and prove, expand.

mod expand;
mod model;
mod parse;
mod prove;
mod refused;
mod rename;
mod validate;

use proc_macro2::TokenStream;

use crate::faults::Faults;

/// The expansion, and the errors where there are any. With these it is written all the same, so that one mistake does not
/// make others wherever the type is used.
pub(crate) fn argv_type(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<syn::DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let faults = Faults::new();
    let model = validate::argv_type(&input, &faults);
    let mut tokens = faults.finish().err().unwrap_or_default();
    tokens.extend(expand::argv_type(&model));
    tokens
}
