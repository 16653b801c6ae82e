//! A deployment: what `toolnode.deploy.toml` says of how an instance is served, which no node ever does.

mod check;
mod load;
mod model;

#[cfg(feature = "cli")]
pub(crate) use check::{Unfit, judge_host, judge_origin};
pub use load::{load, schema};
pub use model::{Audit, Caller, Confine, Container, Deployment, Serve, Sync};

/// Name of the file beside `toolnode.toml` that describes the deployment.
pub const FILE: &str = "toolnode.deploy.toml";

/// A deployment that demands what cannot be kept.
#[derive(Debug, thiserror::Error)]
#[error(
    "{FILE} says `confine = \"strict\"`, and nothing here confines commands, so none is run; write \"auto\" or \"off\", and \
     run what must be confined in a container"
)]
pub struct NotConfined;
