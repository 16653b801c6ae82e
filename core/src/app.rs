//! A program that serves an instance: where the instance is, and the values that its functions share.

use std::io;
use std::path::{Path, PathBuf};

use crate::assemble::{self, Contribution, Owner};
use crate::fault::{self, Fault};
use crate::instance;
use crate::invoke::Limits;
use crate::project::{self, ContainerSettings, Host, HostError, Projection};
use crate::registry::{self, StateMap};
use crate::types::TypeStore;

/// A program that serves an instance. [`app!`](crate::app) makes one, and [`main!`](crate::main) runs it.
#[derive(Debug, Default)]
pub struct App {
    built_from: Option<BuiltFrom>,
    pub(crate) states: StateMap,
    pub(crate) limits: Limits,
    container: ContainerSettings,
}

/// The crate that an instance binary was built from.
#[derive(Clone, Copy, Debug)]
struct BuiltFrom {
    folder: &'static str,
    package: &'static str,
    version: &'static str,
}

/// What a deployment says about where to look.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folder of the instance. Default: the nearest one upward with a `toolnode.toml`, then the one that the
    /// binary was built from.
    pub instance: Option<PathBuf>,
    /// A file of host facts instead of this machine's. Nothing runs then.
    pub host: Option<PathBuf>,
    /// Whether a function that is not linked is an omission rather than undetermined.
    pub allow_unlinked: bool,
}

/// An instance that could not be loaded at all.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error(
        "no toolnode.toml in this folder or above it; go to an instance, or name one with --instance DIR"
    )]
    NoInstance,
    /// Its `toolnode.toml` has faults.
    #[error("{}", fault::render(.0).trim_end())]
    Instance(Vec<Fault>),
    /// The host facts cannot be taken.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The current folder cannot be told.
    #[error("cannot tell the current folder: {0}")]
    CurrentFolder(#[source] io::Error),
}

impl App {
    /// The stock program, which links no functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// The program of an instance: its crate's folder, name and version, as [`app!`](crate::app) knows them.
    pub fn built_from(folder: &'static str, package: &'static str, version: &'static str) -> Self {
        Self { built_from: Some(BuiltFrom { folder, package, version }), ..Self::default() }
    }

    /// Gives a value that functions take as [`State<T>`](crate::State).
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(value);
        self
    }

    /// Sets what calls may take.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Says which engine runs containers, and how.
    #[must_use]
    pub fn with_containers(mut self, settings: ContainerSettings) -> Self {
        self.container = settings;
        self
    }

    /// Reads the instance and decides what is served.
    ///
    /// # Errors
    ///
    /// There is no instance, its `toolnode.toml` has faults, or the host facts cannot be taken. A fault in a
    /// node is no error: the node is undetermined.
    pub fn projection(&self, options: &Options) -> Result<Projection, LoadError> {
        let mut host = match &options.host {
            Some(file) => Host::from_file(file)?,
            None => Host::here(),
        };
        host.allow_unlinked = options.allow_unlinked;
        host.container.clone_from(&self.container);
        let mut types = TypeStore::new();
        let from_files = self.load(options, &mut types)?;
        let namespace = assemble::assemble(from_files, types, &registry::linked());
        Ok(project::project(&namespace, &host))
    }

    fn load(&self, options: &Options, types: &mut TypeStore) -> Result<Contribution, LoadError> {
        let current = std::env::current_dir().map_err(LoadError::CurrentFolder)?;
        let folder = options.instance.clone().or_else(|| instance::find(&current)).or_else(|| {
            self.built_from.and_then(|built_from| instance::find(Path::new(built_from.folder)))
        });
        let Some(folder) = folder else { return self.crate_alone(&current) };
        // As people read it: relative to where they are, where it is below.
        let shown = folder.strip_prefix(&current).unwrap_or(&folder);
        let loaded = instance::load(&folder, shown, types).map_err(LoadError::Instance)?;
        Ok(Contribution::of_folder(loaded, current.join(&folder)))
    }

    /// A crate without a `toolnode.toml` is an instance of its own name and version.
    fn crate_alone(&self, current: &Path) -> Result<Contribution, LoadError> {
        let built_from = self.built_from.ok_or(LoadError::NoInstance)?;
        let folder = Path::new(built_from.folder);
        let folder = if folder.is_dir() { folder } else { current };
        Ok(Contribution::none(Owner::of_package(built_from.package, built_from.version, folder)))
    }
}

/// Makes the [`App`](crate::App) of the crate that calls it. The expressions are the values that functions
/// take as [`State<T>`](crate::State).
#[macro_export]
macro_rules! app {
    ($($state:expr),* $(,)?) => {
        $crate::App::built_from(
            ::core::env!("CARGO_MANIFEST_DIR"),
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
        $(.with($state))*
    };
}
