//! What a command can be given on its standard input: one value. A text is written as it is, anything else as JSON.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::registry::input::{FromJson, FromServer, Nothing, Port};
use crate::registry::types::{Optional, Probe, input_type};
use crate::registry::{Description, InputSpec, PlacementSpec};

/// A type that can go to standard input. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot go to the standard input of a command",
    label = "cannot be described to the caller",
    note = "prose is a `String`, or a newtype over one with `#[derive(serde::Deserialize, schemars::JsonSchema)]`; \
            any other type with these is written as JSON"
)]
pub trait StdinArg<Kind> {
    /// Writes down what is needed for it.
    fn describe(into: &mut Description, optional: Optional, port: Port);
}

impl<T: DeserializeOwned + JsonSchema> StdinArg<FromJson> for T {
    fn describe(into: &mut Description, optional: Optional, port: Port) {
        into.inputs.push(InputSpec {
            name: port.name,
            description: port.description,
            ty: optional.0.unwrap_or_else(input_type::<T>),
            repeated: false,
            required: optional.0.is_none() && port.default.is_none(),
            default: port.default,
            secret: port.secret,
            header: None,
            placement: Some(PlacementSpec::Stdin),
        });
    }
}

impl<T: Nothing> StdinArg<FromServer> for T {
    fn describe(_: &mut Description, _: Optional, _: Port) {}
}

/// What the expansion does with the input that goes to standard input.
pub fn stdin<T: StdinArg<Kind>, Kind>() -> fn(&mut Description, Optional, Port) {
    T::describe
}

/// Whether a type is one value: `(&Probe::<T>::NEW).__tn_one()`. First come lists, with a bound that nothing meets.
pub trait ViaList<T> {
    /// Does not compile.
    fn __tn_one(self)
    where
        T: OneValue;
}

impl<T> ViaList<Vec<T>> for &Probe<Vec<T>> {
    fn __tn_one(self)
    where
        Vec<T>: OneValue,
    {
    }
}

impl<T> ViaList<Option<Vec<T>>> for &Probe<Option<Vec<T>>> {
    fn __tn_one(self)
    where
        Option<Vec<T>>: OneValue,
    {
    }
}

/// Second comes every other type.
pub trait ViaOne {
    /// It is.
    fn __tn_one(&self);
}

impl<T> ViaOne for &Probe<T> {
    fn __tn_one(&self) {}
}

/// Holds of no type: it is only asked for of lists.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot go to standard input, which takes one value",
    label = "a list",
    note = "take one text with a line for each, or a repeated argument: `#[arg(positional = …)]` or `#[arg(flag = \"--…\")]` with a `Vec`",
    note = "a list as JSON is a type of its own: a struct with `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
)]
pub trait OneValue {}
