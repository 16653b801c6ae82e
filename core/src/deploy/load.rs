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
    let source::Parsed { root, mut faults, whole } = source::parse(&source);
    let Some(root) = root.filter(|_| whole) else { return Err(faults.finish()) };
    let value = root.to_json();
    CHECKER.check(&root, &value, &mut faults);
    check::check(&root, &mut faults);
    if faults.is_empty()
        && let Some(mut deployment) = source::build::<Deployment>(&root, value, &mut faults)
    {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        deployment.relative_to(path.parent().unwrap_or(&path));
        return Ok(deployment);
    }
    Err(faults.finish())
}

/// The JSON Schema (2020-12) of `toolnode.deploy.toml`, derived from [`Deployment`].
pub fn schema() -> &'static Value {
    CHECKER.schema()
}

static CHECKER: LazyLock<Checker> =
    LazyLock::new(|| Checker::new(source::generate::<Deployment>(), &[]));
