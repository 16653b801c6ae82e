//! `#[arg(default)]` and `#[arg(default = …)]`.

use serde::Serialize;
use serde_json::Value;

use crate::registry::Description;
use crate::registry::input::{FromJson, FromServer, Nothing};

/// What `#[arg(default = …)]` asks of a type.
#[diagnostic::on_unimplemented(
    message = "a default of type `{Self}` cannot be shown to the caller",
    label = "does not implement `serde::Serialize`",
    note = "a default is served in the schema as JSON: add `#[derive(serde::Serialize)]` to the type",
    note = "without that, take an `Option` and decide in the function"
)]
pub trait DefaultInput<Kind> {
    /// It as JSON.
    fn json(&self) -> Result<Value, serde_json::Error>;
}

impl<T: Serialize> DefaultInput<FromJson> for T {
    fn json(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}

impl<T: Nothing> DefaultInput<FromServer> for T {
    fn json(&self) -> Result<Value, serde_json::Error> {
        Ok(Value::Null)
    }
}

/// What a bare `#[arg(default)]` asks of a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default of its own",
    label = "does not implement `Default`",
    note = "write the value: `#[arg(default = …)]`"
)]
pub trait OwnDefault<Kind> {
    /// The default.
    fn own_default() -> Self;
}

impl<T: Default> OwnDefault<FromJson> for T {
    fn own_default() -> Self {
        Self::default()
    }
}

impl<T: Nothing + Default> OwnDefault<FromServer> for T {
    fn own_default() -> Self {
        Self::default()
    }
}

/// The default that a type has of its own.
pub fn own_default<T: OwnDefault<Kind>, Kind>() -> T {
    T::own_default()
}

/// A default as JSON. What cannot be written as JSON is noted as a fault of the description.
pub fn default_json<T: DefaultInput<Kind>, Kind>(
    into: &mut Description,
    name: &'static str,
    default: fn() -> T,
) -> Option<Value> {
    let json = default().json();
    json.map_err(|error| {
        into.faults.push(format!("the default of `{name}` cannot be written as JSON: {error}"));
    })
    .ok()
}
