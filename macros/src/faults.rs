//! Collects the mistakes of one item, so that all are reported at once.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far. Whoever makes one must ask it at the end: it panics when dropped unasked, so that no
/// mistake is lost.
pub(crate) struct Faults(RefCell<Option<Vec<syn::Error>>>);

impl Faults {
    pub(crate) fn new() -> Self {
        Self(RefCell::new(Some(Vec::new())))
    }

    /// Notes what is wrong with these tokens, and what to write instead.
    pub(crate) fn note(&self, tokens: impl ToTokens, wrong: impl Display, instead: impl Display) {
        self.push(syn::Error::new_spanned(tokens, format!("{wrong}\nhelp: {instead}")));
    }

    /// Notes what one of the shared rules says, whose text ends with what to write instead.
    pub(crate) fn note_rule(&self, tokens: impl ToTokens, rule: impl Display) {
        self.push(syn::Error::new_spanned(tokens, with_help(&rule.to_string())));
    }

    /// Notes a mistake that the parser found.
    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = self.0.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// How many there are so far.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().as_ref().map_or(0, Vec::len)
    }

    /// The value, or none where the parser found a mistake, which is noted.
    pub(crate) fn take<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Ends the collection: the errors as tokens, where there are any.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        let errors = self.0.borrow_mut().take().unwrap_or_default();
        let tokens: TokenStream = errors.iter().map(syn::Error::to_compile_error).collect();
        if errors.is_empty() { Ok(()) } else { Err(tokens) }
    }
}

/// What is wrong in one line and what to write instead in the next, where the text of a rule has both.
pub(crate) fn with_help(rule: &str) -> String {
    match rule.rsplit_once("; ") {
        Some((wrong, instead)) => format!("{wrong}\nhelp: {instead}"),
        None => rule.to_owned(),
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        assert!(
            std::thread::panicking() || self.0.borrow().is_none(),
            "the faults were not asked for"
        );
    }
}
