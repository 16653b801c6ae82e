//! Wardens: small processes of this same binary, each of which runs one command at a time and ends all that the command
//! started, also when the server is killed.
//!
//! Why not from the server itself: `pre_exec` makes the standard library fork, which takes the longer the larger the server
//! is; a parent-death signal fires when the spawning *thread* ends, and grandchildren do not inherit it; and if the
//! server were the subreaper it could not tell whose orphan it got, while `waitpid(-1)` steals the runtime's children.
//!
//! [`enter_if_asked`] makes a process a warden, [`pool`] is the server's side, [`wire`] what both say.

mod engine;
mod keeper;
mod pool;
mod wire;

use std::ffi::OsStr;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use pool::{Pool, Warden};
pub(super) use wire::Report;

/// The only argument of a warden. Its standard input is the socket.
const ARGUMENT: &str = "--toolnode-warden";

/// Whether this binary, started again with [`ARGUMENT`], becomes a warden: its `main` is one of ours.
static SUPPORTED: AtomicBool = AtomicBool::new(false);

pub(super) fn is_supported() -> bool {
    SUPPORTED.load(Ordering::Relaxed)
}

/// Runs as a warden, to its end, where this process was started as one. Must come before anything else that the binary
/// does; afterwards this binary is known to support it.
pub(crate) fn enter_if_asked() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(ARGUMENT)) || arguments.next().is_some() {
        SUPPORTED.store(true, Ordering::Relaxed);
        return None;
    }
    match keeper::run() {
        Ok(()) => Some(ExitCode::SUCCESS),
        Err(_) => Some(ExitCode::from(2)),
    }
}
