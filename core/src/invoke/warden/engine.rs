//! Removing a container by its engine, in a process with nothing else to do.

use std::ffi::OsString;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::invoke::process::Removal;

/// Time that the engine has for one command.
const ENGINE: Duration = Duration::from_secs(10);
/// Time between two looks at whether it has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// A program and its words. Orders always name a program.
pub(super) fn command(words: &[OsString]) -> Command {
    let mut words = words.iter();
    let mut command = Command::new(words.next().map(OsString::as_os_str).unwrap_or_default());
    command.args(words);
    command
}

/// Removes a container, and looks whether it is gone: an engine may have been creating it while it was asked to remove it.
pub(super) fn remove(container: &Removal) {
    for _ in 0..3 {
        engine(&container.remove);
        if !engine(&container.look) {
            return;
        }
    }
}

/// Runs a command of the engine, with a bound. Gives whether it succeeded.
fn engine(words: &[OsString]) -> bool {
    let null = Stdio::null;
    let Ok(mut child) = command(words).stdin(null()).stdout(null()).stderr(null()).spawn() else {
        return false;
    };
    let deadline = Instant::now() + ENGINE;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < deadline => std::thread::sleep(PAUSE),
            _ => {
                let _ = child.kill().and_then(|()| child.wait());
                return false;
            }
        }
    }
}
