//! What the macros' expansions name. Not for use by hand, and not covered by any promise.

pub use inventory;
pub use serde_json::json;
pub use {schemars, serde};

pub use crate::registry::argument::{Placed, flag, positional};
pub use crate::registry::argument_checks::{
    bare, bound_fits, in_order, input_schema, no_leading_dash, not_bare, not_repeated,
};
pub use crate::registry::defaults::{default_json, own_default};
pub use crate::registry::header::header;
pub use crate::registry::input::{
    Args, InputParam, Param, Port, by_reference, describe_example, input, param,
};
pub use crate::registry::newtype::{
    About, IntegerNewtype, IntegerRule, TextNewtype, TextRule, Worded, deserialize_integer,
    deserialize_words, display_integer, integer_schema, leading_dash, members_schema, no_member,
    serialize_integer, text_of,
};
pub use crate::registry::output::{Answer, Out, run_async, run_blocking};
pub use crate::registry::printed::printed;
pub use crate::registry::stdin::stdin;
pub use crate::registry::types::Probe;
pub use crate::registry::{
    AnnotationsSpec, ArgvError, ArgvType, Body, Call, CommandSpec, ContainerSpec, Context,
    Description, ExampleSpec, ExitSpec, InstanceRegistration, InstanceSpec, LimitsSpec,
    LinkRegistration, LinkSpec, Place, PlacementSpec, PrintedSpec, Registration, RequiresSpec,
    Started, ToolSpec, WordsSpec,
};
pub use std::borrow::Cow;
pub use std::boxed::Box;
pub use std::convert::{AsRef, From, TryFrom};
pub use std::fmt::{Display, Formatter, Result as Written};
pub use std::option::Option::{self, None, Some};
pub use std::primitive::str;
pub use std::result::Result::{self, Err, Ok};
pub use std::str::FromStr;
pub use std::string::String;
pub use std::sync::OnceLock;
pub use std::{concat, env, file, line, module_path, stringify};

/// What the function that stands for a command takes. There is no value of it: a command is run by the server, and has no
/// body that could be called.
#[derive(Clone, Copy, Debug)]
pub struct NotCallableFromRust(());

/// Where a function stands.
#[doc(hidden)]
#[macro_export]
macro_rules! __place {
    ($function:literal) => {
        $crate::__private::Place {
            package: $crate::__private::env!("CARGO_PKG_NAME"),
            version: $crate::__private::env!("CARGO_PKG_VERSION"),
            folder: $crate::__private::env!("CARGO_MANIFEST_DIR"),
            module: $crate::__private::module_path!(),
            function: $function,
            file: $crate::__private::file!(),
            line: $crate::__private::line!(),
        }
    };
}
pub use __place as place;

/// The traits whose methods the expansions look for, without names that could hide a caller's.
pub mod via {
    pub use crate::registry::output::{
        ViaContent as _, ViaDisplay as _, ViaError as _, ViaErrorInside as _, ViaNoError as _,
        ViaNothing as _, ViaPlain as _, ViaResult as _, ViaStructured as _,
    };
    pub use crate::registry::printed::{ViaFallible as _, ViaInfallible as _};
    pub use crate::registry::stdin::{ViaList as _, ViaOne as _};
    pub use crate::registry::types::{ViaAny as _, ViaOption as _};
}
