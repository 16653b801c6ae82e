//! From a Rust type to the description that it gives of itself.

use std::marker::PhantomData;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::registry::TypeSpec;

/// The description of a type that is read from JSON.
pub(crate) const fn input_type<T: JsonSchema>() -> &'static TypeSpec {
    &TypeSpec { name: T::schema_name, schema: input_schema::<T> }
}

/// The description of a type that is written as JSON.
pub(crate) fn output_type<T: JsonSchema>() -> &'static TypeSpec {
    &TypeSpec { name: T::schema_name, schema: output_schema::<T> }
}

fn input_schema<T: JsonSchema>() -> Schema {
    finish(generator(false).into_root_schema_for::<T>(), &T::schema_name())
}

fn output_schema<T: JsonSchema>() -> Schema {
    finish(generator(true).into_root_schema_for::<T>(), &T::schema_name())
}

/// The schema of a type that is read from JSON, with everything written out where it stands.
pub(super) fn inline_schema<T: JsonSchema>() -> Schema {
    settings(false)
        .with(|s| s.inline_subschemas = true)
        .into_generator()
        .into_root_schema_for::<T>()
}

fn generator(output: bool) -> SchemaGenerator {
    settings(output).into_generator()
}

fn settings(output: bool) -> SchemaSettings {
    let settings = SchemaSettings::draft2020_12().with(|s| s.meta_schema = None);
    if output { settings.for_serialize() } else { settings.for_deserialize() }
}

/// Takes out the title that schemars puts in where the type has none of its own.
fn finish(mut schema: Schema, name: &str) -> Schema {
    if schema.get("title").and_then(|t| t.as_str()) == Some(name) {
        schema.remove("title");
    }
    schema
}

/// The type inside an `Option` that is an input.
#[derive(Clone, Copy, Debug)]
pub struct Optional(pub(crate) Option<&'static TypeSpec>);

/// Asks whether a type is an `Option`, whatever it is called: `Probe::<T>::NEW.__tn_optional()`.
///
/// The method is looked for by value first, where only an `Option` has it, and by reference second, where every type
/// has it.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

/// The first answer of a [`Probe`].
pub trait ViaOption: Sized {
    /// The type inside.
    fn __tn_optional(self) -> Optional;
}

impl<T: JsonSchema> ViaOption for Probe<Option<T>> {
    fn __tn_optional(self) -> Optional {
        Optional(Some(input_type::<T>()))
    }
}

/// The second answer of a [`Probe`].
pub trait ViaAny: Sized {
    /// No type inside.
    fn __tn_optional(self) -> Optional;
}

impl<T> ViaAny for &Probe<T> {
    fn __tn_optional(self) -> Optional {
        Optional(None)
    }
}
