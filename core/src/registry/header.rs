//! Which inputs clients can repeat in a header (`x-mcp-header`, MCP 2026-07-28): texts, whole numbers and booleans.
//!
//! As for arguments, a trait has an implementation that holds of no type, so that the compiler reports our message.

use crate::registry::ArgvType;
use crate::registry::argument::{Bare, Maybe, MaybeBare, Never, One};
use crate::registry::input::Nothing;

/// A type whose values can be repeated in a header. `Kind` tells the implementations apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be repeated in a header",
    label = "not known to be a text, a whole number or a boolean",
    note = "clients drop a tool whose header has values of another kind (MCP 2026-07-28): take `String`, `bool`, an integer, \
            or a newtype or enum of words with `#[derive(toolnode::ArgvType)]`; also `Option` of one"
)]
pub trait HeaderInput<Kind> {}

/// Kind of a text.
#[derive(Debug)]
pub struct Text(());
/// Kind of a text that may be left out of a call.
#[derive(Debug)]
pub struct MaybeText(());

impl<T: ArgvType> HeaderInput<One> for T {}
impl<T: ArgvType> HeaderInput<Maybe> for Option<T> {}
impl HeaderInput<Text> for String {}
impl HeaderInput<MaybeText> for Option<String> {}
impl HeaderInput<Bare> for bool {}
impl HeaderInput<MaybeBare> for Option<bool> {}
impl<T: Nothing> HeaderInput<Never> for T {}

/// Compiles for what can be repeated in a header.
pub const fn header<T: HeaderInput<Kind>, Kind>() {}
