//! A program that serves an instance: where the instance is, and the values that its functions share.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::assemble::{self, Contribution, Namespace, Owner};
use crate::audit::{LogError, ReadError, Settings, Verifications};
use crate::authority::{self, Roles};
use crate::contract::{self, Member, Report, Subject};
use crate::deploy::{self, Deployment};
use crate::fault::{self, Fault};
use crate::instance::{self, Instance};
use crate::invoke::Limits;
use crate::policy::Policy;
use crate::project::{self, ContainerSettings, Host, HostError, Projection};
use crate::registry::{Linked, StateMap};
use crate::types::TypeStore;

/// A program that serves an instance. [`app!`](crate::app) makes one, and [`main!`](crate::main) runs it.
#[derive(Debug, Default)]
pub struct App {
    built_from: Option<BuiltFrom>,
    states: StateMap,
    /// Make the values that belong to the instance's folder.
    of_folder: Vec<OfFolder>,
    limits: Limits,
    container: ContainerSettings,
}

/// Makes a value of a folder.
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
struct OfFolder(Box<MakeState>);

type MakeState = dyn Fn(&Path, &mut StateMap) + Send + Sync;

impl fmt::Debug for OfFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OfFolder")
    }
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
    /// File that describes the deployment. Default: `toolnode.deploy.toml` in the instance's folder, where it is.
    pub deploy: Option<PathBuf>,
    /// Whether a function that is not linked is an omission rather than undetermined.
    pub allow_unlinked: bool,
}

/// An instance and all that it depends on, read and decided.
struct Read {
    linked: Linked,
    namespace: Namespace,
    projection: Projection,
    folders: Vec<Folder>,
}

/// What is served, what it depends on, and the folders of both.
type Found = (Contribution, Vec<Contribution>, Vec<Folder>);

/// A folder that was read.
struct Folder {
    /// Absolute.
    dir: PathBuf,
    /// As people read it.
    shown: PathBuf,
    settings: Arc<Instance>,
}

/// An instance that was checked.
#[derive(Debug)]
pub struct Checked {
    /// What was found.
    pub report: Report,
    /// What is served, and what is not: what was judged.
    pub projection: Projection,
    /// The roles by which callers are judged, where there are some.
    pub roles: Option<Roles>,
    /// The instance's folder, absolute.
    pub dir: PathBuf,
    /// The instance's folder, as people read it.
    pub shown: PathBuf,
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
    /// The file that describes the deployment has faults.
    #[error("{}", fault::render(.0).trim_end())]
    Deployment(Vec<Fault>),
    /// Its roles file has faults.
    #[error("{}", fault::render(.0).trim_end())]
    Roles(Vec<Fault>),
    /// The record of calls cannot be written, so no call could be let in.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The record of calls cannot be read.
    #[error(transparent)]
    Record(#[from] ReadError),
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

    /// Gives a value that functions take as [`State<T>`](crate::State), made of the folder of the instance that is served: where
    /// examples are exercised in a copy of it, the value is the copy's.
    #[must_use]
    pub fn with_folder<T: Send + Sync + 'static>(
        mut self,
        make: impl Fn(&Path) -> T + Send + Sync + 'static,
    ) -> Self {
        self.of_folder.push(OfFolder(Box::new(move |folder, states| states.insert(make(folder)))));
        self
    }

    /// The values that functions share, for a service of this instance.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn states(&self, projection: &Projection) -> StateMap {
        let mut states = self.states.clone();
        for OfFolder(make) in &self.of_folder {
            make(&projection.instance.dir, &mut states);
        }
        states
    }

    /// Those of them that are the same in every folder.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn fixed_states(&self) -> &StateMap {
        &self.states
    }

    /// Sets what calls may take. A deployment's file goes before it, key by key.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Says which engine runs containers, and how. A deployment's file goes before it, key by key.
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
        Ok(self.read(options)?.projection)
    }

    /// How the instance is served: what the deployment's file says, and where it says nothing, what this program does.
    ///
    /// # Errors
    ///
    /// The file has faults, or the one that `options` names is not there.
    pub fn deployment(&self, options: &Options) -> Result<Deployment, LoadError> {
        let current = std::env::current_dir().map_err(LoadError::CurrentFolder)?;
        let file = options.deploy.clone().or_else(|| {
            let file = self.folder(options, &current)?.join(deploy::FILE);
            // A broken link counts, and reading it says what is wrong.
            file.symlink_metadata().is_ok().then_some(file)
        });
        let deployment = match file {
            Some(file) => deploy::load(&file, file.strip_prefix(&current).unwrap_or(&file))
                .map_err(LoadError::Deployment)?,
            None => Deployment::default(),
        };
        Ok(deployment.over(&self.limits, &self.container))
    }

    /// Reads the roles of the instance that is served; `None` where it has none, and authority is not configured. Roles of the
    /// instances that it depends on do not count: who may do what is for whoever serves to say.
    ///
    /// # Errors
    ///
    /// There is no instance, or its `toolnode.toml` or its roles file has faults.
    pub fn roles(&self, options: &Options) -> Result<Option<Roles>, LoadError> {
        let current = std::env::current_dir().map_err(LoadError::CurrentFolder)?;
        let Some(folder) = self.folder(options, &current) else { return Ok(None) };
        let shown = folder.strip_prefix(&current).unwrap_or(&folder);
        let settings =
            instance::read_file(&folder.join(instance::FILE), &shown.join(instance::FILE))
                .map_err(LoadError::Instance)?;
        authority::read(&folder, shown, &settings).map_err(LoadError::Roles)
    }

    /// What every call of a deployment goes through: its roles, and its record, which is opened for writing.
    ///
    /// # Errors
    ///
    /// As of [`App::roles`], and where the record cannot be written.
    pub fn policy(
        &self,
        options: &Options,
        deployment: &Deployment,
        projection: &Projection,
    ) -> Result<Policy, LoadError> {
        let log = deployment.audit.file.as_ref().map(|file| Settings {
            file: file.clone(),
            sync: deployment.audit.sync,
            rotate_bytes: deployment.audit.rotate_bytes.unwrap_or(Settings::ROTATE_BYTES),
            authority: None,
        });
        Ok(Policy::new(projection, self.roles(options)?, deployment.caller.clone(), log)?)
    }

    /// Reads the instance, with its skills, and judges whether what it declares holds.
    ///
    /// # Errors
    ///
    /// As of [`App::projection`].
    pub fn check(&self, options: &Options) -> Result<Checked, LoadError> {
        let Read { linked, namespace, projection, folders } = self.read(options)?;
        let members: Vec<_> = folders
            .iter()
            .filter_map(|Folder { dir, shown, settings }| {
                let name = &settings.identity.name;
                Some(Member {
                    owner: Arc::clone(
                        namespace.instances.iter().find(|owner| owner.name == *name)?,
                    ),
                    file: shown.join(instance::FILE),
                    settings: Arc::clone(settings),
                    skills: instance::skills(dir, shown, settings, &namespace.types),
                })
            })
            .collect();
        let roles = self.roles(options)?;
        let verifications = self.verifications(options)?;
        let report = contract::check(&Subject {
            namespace: &namespace,
            projection: &projection,
            members: &members,
            linked: &linked.tools,
            roles: roles.as_ref(),
            verifications: verifications.as_ref(),
        });
        let (dir, shown) = match folders.into_iter().next() {
            Some(folder) => (folder.dir, folder.shown),
            None => (namespace.instance.dir.clone(), namespace.instance.dir.clone()),
        };
        Ok(Checked { report, projection, roles, dir, shown })
    }

    /// What the deployment's record tells of each node; `None` where it keeps none.
    ///
    /// # Errors
    ///
    /// As of [`App::deployment`], and where the record cannot be read.
    pub fn verifications(&self, options: &Options) -> Result<Option<Verifications>, LoadError> {
        let Some(log) = self.deployment(options)?.audit.file else { return Ok(None) };
        Ok(Some(Verifications::read(&log)?))
    }

    /// The namespace of what is linked alone, as if there were no node files: what the functions themselves declare.
    ///
    /// # Errors
    ///
    /// As of [`App::projection`].
    pub fn linked(&self, options: &Options) -> Result<Namespace, LoadError> {
        let mut types = TypeStore::new();
        let (served, dependencies, _) = self.load(options, &mut types)?;
        let without_files = |contribution| Contribution { nodes: Vec::new(), ..contribution };
        let dependencies = dependencies.into_iter().map(without_files).collect();
        Ok(assemble::assemble(without_files(served), dependencies, types, &Linked::here()))
    }

    fn read(&self, options: &Options) -> Result<Read, LoadError> {
        let mut host = host(options)?;
        host.container = self.deployment(options)?.container_settings();
        let mut types = TypeStore::new();
        let (served, dependencies, folders) = self.load(options, &mut types)?;
        let linked = Linked::here();
        let namespace = assemble::assemble(served, dependencies, types, &linked);
        host.probe(&namespace.instances);
        let projection = project::project(&namespace, &host);
        Ok(Read { linked, namespace, projection, folders })
    }

    /// What the instance that is served and those that it depends on bring, and their folders, in the same order.
    fn load(&self, options: &Options, types: &mut TypeStore) -> Result<Found, LoadError> {
        let current = std::env::current_dir().map_err(LoadError::CurrentFolder)?;
        let Some(folder) = self.folder(options, &current) else {
            return Ok((self.crate_alone(&current)?, Vec::new(), Vec::new()));
        };
        // As people read it: relative to where they are, where it is below.
        let shown = folder.strip_prefix(&current).unwrap_or(&folder);
        let all = instance::load_all(&folder, shown, types).map_err(LoadError::Instance)?;
        let folders = all.iter().map(|loaded| Folder {
            dir: current.join(&loaded.dir),
            shown: loaded.shown.clone(),
            settings: Arc::clone(&loaded.instance),
        });
        let folders = folders.collect();
        let mut all = all.into_iter().map(Contribution::of_folder);
        let served = all.next().ok_or(LoadError::NoInstance)?;
        Ok((served, all.collect(), folders))
    }

    /// The folder with the `toolnode.toml`, where there is one.
    fn folder(&self, options: &Options, current: &Path) -> Option<PathBuf> {
        options.instance.clone().or_else(|| instance::find(current)).or_else(|| {
            self.built_from.and_then(|built_from| instance::find(Path::new(built_from.folder)))
        })
    }

    /// A crate without a `toolnode.toml` is an instance of its own name and version.
    fn crate_alone(&self, current: &Path) -> Result<Contribution, LoadError> {
        let built_from = self.built_from.ok_or(LoadError::NoInstance)?;
        let folder = Path::new(built_from.folder);
        let folder = if folder.is_dir() { folder } else { current };
        Ok(Contribution::none(Owner::of_package(built_from.package, built_from.version, folder)))
    }
}

fn host(options: &Options) -> Result<Host, HostError> {
    let mut host = match &options.host {
        Some(file) => Host::from_file(file)?,
        None => Host::here(),
    };
    host.allow_unlinked = options.allow_unlinked;
    Ok(host)
}

/// Makes the [`App`](crate::App) of the crate that calls it. The expressions are the values that functions
/// take as [`State<T>`](crate::State); after `folder =>` they are made of the instance's folder.
#[macro_export]
macro_rules! app {
    ($folder:ident => $($state:expr),+ $(,)?) => {
        $crate::app!()$(.with_folder(|$folder: &::std::path::Path| $state))+
    };
    ($($state:expr),* $(,)?) => {
        $crate::App::built_from(
            ::core::env!("CARGO_MANIFEST_DIR"),
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
        $(.with($state))*
    };
}
