//! `toolnode.deploy.toml` as it is written. The derives are the authority, as for a node.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::NotConfined;
use crate::invoke::Limits;
use crate::project::ContainerSettings;

/// How an instance is served: what `toolnode.deploy.toml` says, and for limits and containers what the program says where
/// the file does not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deployment {
    /// Where it is served, and to whom.
    #[serde(default)]
    pub serve: Serve,
    /// What calls may take.
    #[serde(default)]
    pub limits: Limits,
    /// Who calls, where the transport does not say it.
    #[serde(default)]
    pub caller: Caller,
    /// The record of calls.
    #[serde(default)]
    pub audit: Audit,
    /// The engine of containers.
    #[serde(default)]
    pub container: Container,
    /// Whether commands are kept from what they were not given.
    #[serde(default)]
    pub confine: Confine,
}

/// `[serve]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Serve {
    /// Over standard input and output. Default: where no transport is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdio: Option<bool>,
    /// Over HTTP at this address, `HOST:PORT`; port 0 is any that is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<String>,
    /// Names by which clients reach the server over HTTP, `HOST` or `HOST:PORT`. Default: those of loopback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub allow_hosts: Option<Vec<String>>,
    /// Origins of web pages that may call over HTTP, as in `https://app.example.org`; `:*` stands for every port. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_origins: Option<Vec<String>>,
    /// File of the tokens that callers over HTTP show, `ACTOR: SHA256` a line; from the folder of this file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<PathBuf>,
    /// Tools on one page of `tools/list`. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub page_size: Option<u32>,
    /// Whether clients of the revisions before 2026-07-28 get a session over HTTP. Default: no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legacy_sessions: Option<bool>,
    /// Seconds that such a session lasts in which no call runs and nobody listens. Default: 300.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub session_seconds: Option<u32>,
}

/// `[caller]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Caller {
    /// The actor of every call for which the transport proves none: over standard input and output, and over HTTP without tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub actor: Option<String>,
    /// The role in which it calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub role: Option<String>,
}

/// `[audit]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Audit {
    /// File of the record; from the folder of this file. Without it nothing is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// When a record counts as written.
    #[serde(default)]
    pub sync: Sync,
    /// Bytes after which the file is full: it gets a number at the end of its name, and a new one goes on. Default: 256 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub rotate_bytes: Option<u64>,
}

/// When a record counts as written. Nothing runs before the start of it is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sync {
    /// Once it is on the disk: a call runs after its start is there, and is answered after its end is. Calls that come at the
    /// same time share the wait.
    Always,
    /// Once the system has its start; the disk has start and end within 5 ms. What a server that is killed was running is
    /// known; a machine that fails may lose the last 5 ms, and so may a server the ends of calls.
    #[default]
    Group,
    /// Once the system has its start; when the disk has it is for the system to say.
    None,
}

/// `[container]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Container {
    /// Its program: a name on `PATH`, or a path. Default: `podman`, then `docker`, as found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub engine: Option<String>,
    /// Words after the program: the engine's own options, then `run`, then options of that. Without `run` all of them are
    /// the engine's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
}

/// Whether commands are kept from what they were not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confine {
    /// By whatever is available; today that is nothing beyond what holds for every command.
    #[default]
    Auto,
    /// Or not run at all. Cannot be kept today, so nothing starts.
    Strict,
    /// Not.
    Off,
}

impl Serve {
    /// What the command line says goes before this; where it names a transport, only those that it names are served.
    #[must_use]
    pub fn overridden_by(self, line: Self) -> Self {
        let named = line.stdio.is_some() || line.http.is_some();
        Self {
            stdio: if named { line.stdio } else { self.stdio },
            http: if named { line.http } else { self.http },
            allow_hosts: line.allow_hosts.or(self.allow_hosts),
            allow_origins: line.allow_origins.or(self.allow_origins),
            tokens: line.tokens.or(self.tokens),
            page_size: line.page_size.or(self.page_size),
            legacy_sessions: line.legacy_sessions.or(self.legacy_sessions),
            session_seconds: line.session_seconds.or(self.session_seconds),
        }
    }

    /// Whether standard input and output are served: where that is said, and where no other transport is named.
    pub fn over_stdio(&self) -> bool {
        self.stdio.unwrap_or(self.http.is_none())
    }
}

impl Deployment {
    /// What the program itself says holds where the file says nothing.
    #[must_use]
    pub(crate) fn over(mut self, limits: &Limits, container: &ContainerSettings) -> Self {
        self.limits = self.limits.or(limits);
        self.container.engine = self.container.engine.or_else(|| container.engine.clone());
        self.container.args.get_or_insert_with(|| container.args.clone());
        self
    }

    /// Whether what is demanded can be kept, so that calls may run.
    ///
    /// # Errors
    ///
    /// It cannot.
    pub fn check_confinement(&self) -> Result<(), NotConfined> {
        if self.confine == Confine::Strict { Err(NotConfined) } else { Ok(()) }
    }

    /// What the projection needs to know of the engine of containers.
    pub fn container_settings(&self) -> ContainerSettings {
        ContainerSettings {
            engine: self.container.engine.clone(),
            args: self.container.args.clone().unwrap_or_default(),
        }
    }

    /// Paths are written from the folder of the file.
    pub(super) fn relative_to(&mut self, folder: &Path) {
        for path in [&mut self.serve.tokens, &mut self.audit.file].into_iter().flatten() {
            *path = folder.join(&*path);
        }
    }
}
