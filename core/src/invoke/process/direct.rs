//! A command as a child of this process, where there are no wardens.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process_group};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use super::order::{Order, Removal};
use crate::invoke::{GRACE, tree};

/// Time between two looks at whether a process group is gone, of which nothing tells.
const PAUSE: Duration = Duration::from_millis(10);

/// A command that runs. Dropped, it is killed with its process group.
#[derive(Debug)]
pub(super) struct Direct {
    child: Child,
    /// Until it is gone: its number may be another's then.
    group: Option<Pid>,
    ended: Option<Instant>,
    container: Option<Removal>,
}

impl Direct {
    pub(super) fn start(order: Order, [stdin, stdout, stderr]: [OwnedFd; 3]) -> io::Result<Self> {
        let mut command = command(&order.words)?;
        command
            .env_clear()
            .envs(order.env)
            .current_dir(&order.cwd)
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::from(stderr))
            .process_group(0);
        let child = command.spawn()?;
        let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        Ok(Self { child, group, ended: None, container: order.container })
    }

    pub(super) async fn ended(&mut self) -> io::Result<(ExitStatus, bool)> {
        let status = self.child.wait().await?;
        self.ended.get_or_insert_with(Instant::now);
        let left = self.group_is_there();
        if !left {
            self.group = None;
        }
        let left = left || (status.code().is_none() && self.container.is_some());
        Ok((status, left))
    }

    pub(super) async fn end(&mut self) -> io::Result<usize> {
        let forced = self.ended.is_none();
        let known = self.group.map(tree::descendants).unwrap_or_default();
        tree::ask_to_end(&known);
        self.signal(Signal::TERM);
        self.signal(Signal::CONT);
        let deadline = self.ended.unwrap_or_else(Instant::now) + GRACE;
        while Instant::now() < deadline
            && (self.group_is_there() || !known.iter().copied().all(is_gone))
        {
            // The program is reaped when it is waited for.
            let _ = timeout(PAUSE, self.child.wait()).await;
            if self.ended.is_some() || self.child.id().is_none() {
                sleep(PAUSE).await;
            }
        }
        for pid in known {
            let _ = kill_process(pid, Signal::KILL);
        }
        self.signal(Signal::KILL);
        let _ = self.child.wait().await;
        self.group = None;
        if forced && let Some(container) = self.container.take() {
            remove(&container).await;
        }
        Ok(0)
    }

    pub(super) async fn gone(&mut self) -> io::Result<usize> {
        while self.group_is_there() {
            sleep(PAUSE).await;
        }
        self.group = None;
        Ok(0)
    }

    fn group_is_there(&self) -> bool {
        self.group.is_some_and(|group| test_kill_process_group(group).is_ok())
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // ESRCH: the group is gone, which is what is wanted.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}

fn is_gone(pid: Pid) -> bool {
    rustix::process::test_kill_process(pid).is_err()
}

fn command(words: &[std::ffi::OsString]) -> io::Result<Command> {
    let (program, words) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(words);
    Ok(command)
}

/// Removes a container and looks whether it is gone, with a bound.
async fn remove(container: &Removal) {
    const ENGINE: Duration = Duration::from_secs(10);
    let engine = async |words| {
        let Ok(mut command) = command(words) else { return false };
        let null = Stdio::null;
        command.stdin(null()).stdout(null()).stderr(null()).kill_on_drop(true);
        timeout(ENGINE, command.status()).await.is_ok_and(|ended| ended.is_ok_and(|s| s.success()))
    };
    for _ in 0..3 {
        engine(&container.remove).await;
        if !engine(&container.look).await {
            return;
        }
    }
}
