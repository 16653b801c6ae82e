//! Reading `toolnode.deploy.toml`.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;

use super::{Deployment, check};
use crate::fault::Fault;
use crate::source::{self, Checker, Format};

/// Reads a deployment's file. `shown` is what people see instead of `path`. Paths in it are made absolute.
///
/// # Errors
///
/// All faults of the file at once.
pub fn load(path: &Path, shown: &Path) -> Result<Deployment, Vec<Fault>> {
    let source = source::read(path, Format::Toml, shown).map_err(|fault| vec![fault])?;
    // A deployment that changes nothing.
    if source.body().trim().is_empty() {
        return Ok(Deployment::default());
    }
    let (mut deployment, _) = source::load::<Deployment>(&source, &CHECKER, check::check)?;
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    deployment.relative_to(path.parent().unwrap_or(&path));
    Ok(deployment)
}

/// The JSON Schema (2020-12) of `toolnode.deploy.toml`, derived from [`Deployment`].
pub fn schema() -> &'static Value {
    CHECKER.schema()
}

static CHECKER: LazyLock<Checker> =
    LazyLock::new(|| Checker::new(source::generate::<Deployment>(), &[]));
