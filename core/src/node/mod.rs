//! The tool node: its model, and reading it from TOML, YAML and JSON.

mod model;
#[cfg(feature = "runtime")]
mod read;
#[cfg(feature = "runtime")]
pub(crate) mod secrets;
#[cfg(feature = "runtime")]
mod semantics;

pub use model::{
    Annotations, Arg, Container, Example, Exit, Expect, ExpectedStatus, FlagArg, InProcess, Input,
    Invoke, Io, Limits, McpTool, Output, PositionalArg, Requires, Shell, StdinArg, Stdout,
    ToolNode,
};
#[cfg(feature = "runtime")]
pub use read::{LoadedNode, Unread, locate, read_file, read_str, schema};

#[cfg(feature = "runtime")]
pub use crate::source::Format;
