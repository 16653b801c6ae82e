//! What a command prints, where its declaration gives a type for it.

use schemars::JsonSchema;

use crate::registry::OutputSpec;
use crate::registry::input::{FromJson, FromServer, Nothing};
use crate::registry::types::{Probe, output_type};

/// A type that a command can print as JSON. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a command prints",
    label = "cannot be described to the caller",
    note = "what a command prints is held against the type's JSON Schema: add `#[derive(schemars::JsonSchema)]` to it"
)]
pub trait PrintedJson<Kind> {
    /// Its schema.
    fn output() -> OutputSpec;
}

impl<T: JsonSchema> PrintedJson<FromJson> for T {
    fn output() -> OutputSpec {
        OutputSpec::Structured(output_type::<T>())
    }
}

impl<T: Nothing> PrintedJson<FromServer> for T {
    fn output() -> OutputSpec {
        OutputSpec::Content
    }
}

/// The schema of what a command prints.
pub fn printed<T: PrintedJson<Kind>, Kind>() -> OutputSpec {
    T::output()
}

/// Whether a type is plain: `(&Probe::<T>::NEW).__tn_plain()`. First come results, with a bound that nothing meets.
pub trait ViaFallible<T> {
    /// Does not compile.
    fn __tn_plain(self)
    where
        T: NoResult;
}

impl<T, E> ViaFallible<Result<T, E>> for &Probe<Result<T, E>> {
    fn __tn_plain(self)
    where
        Result<T, E>: NoResult,
    {
    }
}

/// Second comes every other type.
pub trait ViaInfallible {
    /// It is.
    fn __tn_plain(&self);
}

impl<T> ViaInfallible for &Probe<T> {
    fn __tn_plain(&self) {}
}

/// Holds of no type: it is only asked for of results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be what a command prints: whether it failed is said by its exit status",
    label = "a result",
    note = "write the type that it prints when it succeeds; which statuses are success is said by `exit(ok = [0])`"
)]
pub trait NoResult {}
