//! Functions marked `#[tool]` and commands declared in files become one MCP service whose contract can be trusted.
#![forbid(unsafe_code)]

#[cfg(feature = "runtime")]
mod app;
#[cfg(feature = "runtime")]
pub mod assemble;
#[cfg(feature = "runtime")]
pub mod audit;
#[cfg(feature = "runtime")]
pub mod authority;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "runtime")]
pub mod contract;
#[cfg(feature = "runtime")]
pub mod deploy;
#[cfg(feature = "serve")]
pub mod exercise;
#[cfg(feature = "runtime")]
pub mod fault;
#[cfg(feature = "runtime")]
pub mod instance;
#[cfg(feature = "runtime")]
pub mod invoke;
pub mod node;
#[cfg(feature = "runtime")]
pub mod policy;
#[cfg(feature = "runtime")]
pub mod project;
pub mod registry;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "runtime")]
mod source;
#[cfg(feature = "serve")]
pub mod testing;
#[cfg(feature = "runtime")]
pub mod types;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "runtime")]
#[doc(inline)]
pub use app::{App, Checked, LoadError, Options};
#[doc(inline)]
pub use registry::{
    ArgvError, ArgvType, CallError, Content, Context, Elicited, InputRequest, InputRequired,
    IntoContent, LogLevel, ProtocolError, Reply, State,
};
pub use toolnode_macros::{ArgvType, instance, tool};
