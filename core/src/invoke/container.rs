//! The command line of a container's engine.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::time::Duration;

use super::process::Removal;
use super::{Argv, GRACE};
use crate::project::{ContainerCommand, Node};

/// What a container may take where the deployment's `args` do not say otherwise.
const MEMORY: &str = "--memory=1g";
const PROCESSES: &str = "--pids-limit=512";

/// The engine's words, up to and with the fixed words of the command. The container gets nothing that the declaration does
/// not give it; what the deployment says comes before, so that it cannot take that back by accident.
pub(super) fn words(node: &Node, container: &ContainerCommand) -> Vec<String> {
    let declared = &node.entry.node;
    let settings = declared.invoke.container.as_ref();
    let (engine, run) = container.settings.split();
    let mut words = engine.to_vec();
    words.extend(["run", MEMORY, PROCESSES].map(str::to_owned));
    words.extend(run.iter().cloned());
    let fixed = [
        "--rm",
        "--interactive",
        "--pull=never",
        // It is only asked for after the command itself was asked to end, and had its time.
        "--stop-timeout=0",
        "--read-only",
        "--cap-drop=ALL",
        "--security-opt=no-new-privileges",
        "--workdir=/instance",
    ];
    words.extend(fixed.map(str::to_owned));
    if declared.requires.network != Some(true) {
        words.push("--network=none".to_owned());
    }
    words.extend(declared.requires.env.iter().map(|name| format!("--env={name}")));
    if let Some(user) = settings.and_then(|container| container.user.as_ref()) {
        words.push(format!("--user={user}"));
    }
    let dir = node.entry.instance.dir.display().to_string();
    let mounts = settings.map(|container| container.mounts.as_slice()).unwrap_or_default();
    if mounts.is_empty() {
        words.push(format!("--volume={dir}:/instance:ro"));
    }
    words.extend(mounts.iter().map(|mount| format!("--volume={dir}/{mount}:/instance/{mount}")));
    words.push(container.image.clone());
    words.extend(container.words.iter().cloned());
    words
}

/// A command line with a name for the container, by which it can be removed.
pub(super) struct Named {
    pub(super) argv: Argv,
    pub(super) removal: Removal,
}

/// Names the container of one call.
pub(super) fn named(mut argv: Argv, container: &ContainerCommand, time: Duration) -> Named {
    let name = format!("toolnode-{}-{:016x}", std::process::id(), RandomState::new().hash_one(0));
    let (engine, _) = container.settings.split();
    let after_run = engine.len() + 1;
    argv.args.insert(after_run, format!("--name={name}"));
    if is_podman(&container.engine) {
        // Should everything else be gone that could end it, its own monitor does.
        let seconds = (time + 2 * GRACE).as_secs() + 1;
        argv.args.insert(after_run, format!("--timeout={seconds}"));
    }
    let command = |words: &[&str]| -> Vec<OsString> {
        let program = container.engine.as_os_str().to_owned();
        let engine = engine.iter().map(OsString::from);
        std::iter::once(program).chain(engine).chain(words.iter().map(OsString::from)).collect()
    };
    let removal = Removal {
        remove: command(&["rm", "--force", "--volumes", &name]),
        look: command(&["container", "inspect", &name]),
    };
    Named { argv, removal }
}

fn is_podman(engine: &Path) -> bool {
    engine.file_stem().is_some_and(|name| name == "podman")
}
