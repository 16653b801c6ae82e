//! What the macros submitted, and the types that an author's functions use.

pub(crate) mod argument;
pub(crate) mod argument_checks;
pub(crate) mod argv_type;
mod call;
mod call_error;
mod command;
mod content;
mod context;
pub(crate) mod defaults;
pub(crate) mod header;
pub(crate) mod input;
mod input_required;
mod instance;
mod log;
pub(crate) mod newtype;
mod numbers;
pub(crate) mod output;
pub(crate) mod printed;
mod spec;
pub(crate) mod stdin;
pub(crate) mod types;

pub use argv_type::{ArgvError, ArgvType};
pub use call::{BadInput, Call, Reply, ReplyFuture, ReplyKind, Started};
pub use call_error::{CallError, ProtocolError};
pub use command::{CommandSpec, ContainerSpec, ExitSpec, PlacementSpec, PrintedSpec, WordsSpec};
pub use content::{Content, ResourceBody};
pub use context::{CallHost, Context, State, StateMap};
pub use input_required::{Elicited, InputRequest, InputRequired};
pub use instance::{InstanceRegistration, InstanceSpec, LinkRegistration, LinkSpec, Linked};
pub use log::LogLevel;
pub use output::IntoContent;
pub use spec::{
    AnnotationsSpec, Body, Description, ExampleSpec, InputSpec, LimitsSpec, OutputSpec, Place,
    Registration, RequiresSpec, StateSpec, ToolSpec, TypeSpec,
};

/// The functions linked into this binary, sorted by package, module and function.
pub fn linked() -> Vec<&'static ToolSpec> {
    let mut specs: Vec<_> = inventory::iter::<Registration>.into_iter().map(|r| r.0).collect();
    specs.sort_by_key(|s| (s.place.package, s.place.module, s.place.function));
    specs
}
