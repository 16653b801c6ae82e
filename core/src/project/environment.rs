//! What a command, and the engine of containers, may know of this process's environment.

use std::ffi::OsString;

/// For every command.
const COMMON: [&str; 6] = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER"];

/// By what podman and docker find their service, their storage and their configuration.
const ENGINE: [&str; 14] = [
    "CONTAINERS_CONF",
    "CONTAINERS_REGISTRIES_CONF",
    "CONTAINERS_STORAGE_CONF",
    "CONTAINER_HOST",
    "CONTAINER_SSHKEY",
    "DBUS_SESSION_BUS_ADDRESS",
    "DOCKER_CERT_PATH",
    "DOCKER_CONFIG",
    "DOCKER_CONTEXT",
    "DOCKER_HOST",
    "DOCKER_TLS_VERIFY",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
];

/// The environment of a command: the common variables, those that its node declares, and for an engine its own.
pub(crate) fn of_command(
    declared: &[String],
    engine: bool,
) -> impl Iterator<Item = (OsString, OsString)> + use<'_> {
    std::env::vars_os().filter(move |(name, _)| {
        name.to_str().is_some_and(|name| {
            COMMON.contains(&name)
                || name.starts_with("LC_")
                || (engine && ENGINE.contains(&name))
                || declared.iter().any(|declared| declared == name)
        })
    })
}
