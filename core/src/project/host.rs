//! Facts about the host: found, or given by a file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toolnode_rules::batch;

/// What the decision may know of the machine.
#[derive(Clone, Debug)]
pub struct Host {
    /// The operating system, as [`std::env::consts::OS`] names it.
    pub os: String,
    /// Where programs are looked up.
    pub programs: Programs,
    /// Whether there is a network.
    pub network: bool,
    /// Images that are present; not judged where absent.
    pub images: Option<BTreeSet<String>>,
    /// Names of environment variables that are set; not judged where absent.
    pub env: Option<BTreeSet<String>>,
    /// Whether a function that is not linked is an omission rather than undetermined.
    pub allow_unlinked: bool,
    /// What [`Host::probe`] found, by instance and name of the runtime: there, or why not.
    pub probed: BTreeMap<(String, String), Result<(), String>>,
    /// The engine of containers.
    pub container: ContainerSettings,
}

/// What a deployment says of the engine of containers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContainerSettings {
    /// Its program: a name on `PATH`, or a path. Default: `podman`, then `docker`, as found.
    pub engine: Option<String>,
    /// Words after the program: the engine's own options, then `run`, then options of that. Without `run` all of them are
    /// the engine's own.
    pub args: Vec<String>,
}

impl ContainerSettings {
    /// The engine's own options, and those of `run`.
    pub(crate) fn split(&self) -> (&[String], &[String]) {
        match self.args.iter().position(|word| word == "run") {
            Some(run) => (&self.args[..run], &self.args[run + 1..]),
            None => (&self.args, &[]),
        }
    }
}

/// Where programs are looked up.
#[derive(Clone, Debug)]
pub enum Programs {
    /// The folders of `PATH`.
    Path(std::ffi::OsString),
    /// Exactly these names are there. Nothing may run on such a host.
    Given(BTreeSet<String>),
}

/// A host file that could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// It could not be read.
    #[error("cannot read the host facts in {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is not a host file.
    #[error(
        "{path}:{source}; a host file looks like {{\"os\":\"linux\",\"programs\":[\"git\"],\"network\":true}}"
    )]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        source: serde_json::Error,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    os: String,
    programs: BTreeSet<String>,
    network: bool,
    #[serde(default)]
    images: Option<BTreeSet<String>>,
    #[serde(default)]
    env: Option<BTreeSet<String>>,
}

impl Host {
    /// The host that this process runs on.
    pub fn here() -> Self {
        Self {
            os: std::env::consts::OS.to_owned(),
            programs: Programs::Path(std::env::var_os("PATH").unwrap_or_default()),
            network: has_network(),
            images: None,
            env: Some(
                std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect(),
            ),
            allow_unlinked: false,
            probed: BTreeMap::new(),
            container: ContainerSettings::default(),
        }
    }

    /// The host that a file describes. Nothing runs under such facts.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a host file.
    pub fn from_file(path: &Path) -> Result<Self, HostError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| HostError::Unreadable { path: path.to_owned(), source })?;
        let facts: Facts = serde_json::from_str(&text)
            .map_err(|source| HostError::Invalid { path: path.to_owned(), source })?;
        Ok(Self {
            os: facts.os,
            programs: Programs::Given(facts.programs),
            network: facts.network,
            images: facts.images,
            env: facts.env,
            allow_unlinked: false,
            probed: BTreeMap::new(),
            container: ContainerSettings::default(),
        })
    }

    /// Whether the facts were given rather than found, so that nothing may run.
    pub fn is_given(&self) -> bool {
        matches!(self.programs, Programs::Given(_))
    }

    /// Finds the program that a command's first word names: a bare name on `PATH`, a path relative to
    /// the instance folder, or an absolute path. A path is judged by the file system on every host.
    ///
    /// # Errors
    ///
    /// The reason why there is no such program.
    pub(crate) fn program(&self, word: &str, instance: &Path) -> Result<PathBuf, String> {
        if let Some(why) = batch::refusal(word) {
            return Err(why);
        }
        if word.contains('/') {
            return program_at(word, instance);
        }
        match &self.programs {
            Programs::Given(names) if names.contains(word) => Ok(PathBuf::from(word)),
            Programs::Given(_) => Err(format!("the host facts do not list the program \"{word}\"")),
            Programs::Path(path) => which::which_in(word, Some(path), instance).map_err(|_| {
                format!("no program \"{word}\" on PATH; install it, or name it by its path")
            }),
        }
    }
}

/// A program named by its path. A relative one must be inside the instance, links followed: a command is
/// part of the instance, or of the system.
fn program_at(word: &str, instance: &Path) -> Result<PathBuf, String> {
    let joined = instance.join(word);
    let path = joined
        .canonicalize()
        .map_err(|error| format!("there is no program {}: {error}", joined.display()))?;
    if Path::new(word).is_relative() {
        let root = instance.canonicalize().map_err(|error| error.to_string())?;
        if !path.starts_with(&root) {
            return Err(format!(
                "{word} leads out of the instance folder, to {}; keep the program inside, or name it by its absolute path",
                path.display()
            ));
        }
    }
    if !path.is_file() {
        return Err(format!("{} is not a file", joined.display()));
    }
    if rustix::fs::access(&path, rustix::fs::Access::EXEC_OK).is_err() || !has_execute_bit(&path) {
        return Err(format!("{0} is not executable; run: chmod +x {0}", joined.display()));
    }
    // The path as declared: what a link points at is the program's own business (busybox, pyenv).
    Ok(joined)
}

/// `access` answers yes to root for a file without any execute bit; `execve` does not.
fn has_execute_bit(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

/// Whether an interface other than loopback has an address.
fn has_network() -> bool {
    if_addrs::get_if_addrs()
        .is_ok_and(|interfaces| interfaces.iter().any(|interface| !interface.is_loopback()))
}
