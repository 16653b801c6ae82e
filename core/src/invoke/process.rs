//! Running a command: absolute program, cleared environment, its own process group, limits.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::{Argv, CallLimits};
use crate::registry::CallHost;

/// Time between asking a group to end and ending it, and for reading pipes after a program has ended.
const GRACE: Duration = Duration::from_secs(2);

/// How a command ended, and what it printed.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) end: End,
    pub(super) stdout: Captured,
    pub(super) stderr: Captured,
}

/// How a command ended.
#[derive(Debug)]
pub(super) enum End {
    Status(ExitStatus),
    TimedOut,
    Cancelled,
}

/// What was printed: the head and the tail where it is more than the cap.
#[derive(Debug, Default)]
pub(super) struct Captured {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    cap: usize,
    total: u64,
}

impl Captured {
    fn new(cap: usize) -> Self {
        Self { cap, ..Self::default() }
    }

    fn take(&mut self, mut bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = self.cap.saturating_sub(self.head.len());
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(head);
        bytes = rest;
        if bytes.is_empty() {
            return;
        }
        let most = self.cap / 2;
        if self.tail.is_empty() && most > 0 {
            // The first byte over the cap: what was head beyond the half becomes tail.
            self.tail.extend(self.head.drain(self.cap - most..));
            self.cap -= most;
        }
        self.tail.extend(bytes);
        let excess = self.tail.len().saturating_sub(most);
        self.tail.drain(..excess);
    }

    /// Bytes that were left out.
    pub(super) fn left_out(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// What was kept, with a line where something is left out.
    pub(super) fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.left_out() > 0 {
            let tail: Vec<u8> = self.tail.iter().copied().collect();
            text += &format!("\n[… {} bytes left out …]\n", self.left_out());
            text.push_str(&String::from_utf8_lossy(&tail));
        }
        text
    }

    /// Everything, where nothing is left out.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        (self.left_out() == 0 && self.tail.is_empty()).then_some(&self.head)
    }
}

/// Runs a command to its end, its limit, or until the caller no longer waits.
pub(super) async fn run(
    argv: &Argv,
    limits: &CallLimits,
    host: &dyn CallHost,
) -> io::Result<Finished> {
    let mut command = Command::new(&argv.program);
    command
        .args(&argv.args)
        .current_dir(&argv.cwd)
        .env_clear()
        .envs(environment(&argv.env))
        .stdin(if argv.stdin.is_some() { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    let mut child = command.spawn()?;
    let group = Group::of(&child);
    let mut stdout = Captured::new(limits.output_bytes);
    let mut stderr = Captured::new(limits.output_bytes.min(64 << 10));
    let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());

    let end = {
        let feed = async {
            if let (Some(mut pipe), Some(text)) = (streams.0, argv.stdin.as_ref()) {
                // A program that does not read all its input has its reasons: EPIPE is no error.
                let _ = pipe.write_all(text.as_bytes()).await;
            }
        };
        let pipes = async {
            tokio::join!(feed, drain(streams.1, &mut stdout), drain(streams.2, &mut stderr))
        };
        tokio::pin!(pipes);
        let mut drained = false;
        let ended = async {
            loop {
                tokio::select! {
                    status = child.wait() => break status,
                    _ = &mut pipes, if !drained => drained = true,
                }
            }
        };
        let end = tokio::select! {
            status = ended => End::Status(status?),
            () = tokio::time::sleep(limits.time) => End::TimedOut,
            () = host.cancelled() => End::Cancelled,
        };
        if !matches!(end, End::Status(_)) {
            group.signal(Signal::TERM);
            let _ = timeout(GRACE, async {
                tokio::select! {
                    _ = child.wait() => {}
                    () = async { if !drained { (&mut pipes).await; drained = true; } std::future::pending().await } => {}
                }
            })
            .await;
        }
        // What the program left behind may hold the pipes: its own output is there by now.
        if !drained && matches!(end, End::Status(_)) {
            let _ = timeout(GRACE, &mut pipes).await;
        }
        end
    };
    group.signal(Signal::KILL);
    let _ = child.wait().await;
    Ok(Finished { end, stdout, stderr })
}

async fn drain(pipe: Option<impl AsyncRead + Unpin>, into: &mut Captured) {
    let Some(mut pipe) = pipe else { return };
    let mut buffer = vec![0; 16 << 10];
    while let Ok(count) = pipe.read(&mut buffer).await {
        if count == 0 {
            return;
        }
        into.take(&buffer[..count]);
    }
}

/// The child's process group; ended when dropped, so that a call that is dropped leaves nothing.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    fn signal(&self, signal: Signal) {
        if let Some(pid) = self.0 {
            // ESRCH: the group is gone, which is what is wanted.
            let _ = kill_process_group(pid, signal);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
    }
}

/// What a command may know of the server's environment.
fn environment(declared: &[String]) -> impl Iterator<Item = (OsString, OsString)> {
    const COMMON: [&str; 6] = ["PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER"];
    std::env::vars_os().filter(move |(name, _)| {
        name.to_str().is_some_and(|name| {
            COMMON.contains(&name)
                || name.starts_with("LC_")
                || declared.iter().any(|declared| declared == name)
        })
    })
}

/// The name of a signal, as signal(7) has it.
pub(super) fn signal_name(status: ExitStatus) -> Option<String> {
    let number = status.signal()?;
    let name = match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return Some(format!("signal {number}")),
    };
    Some(name.to_owned())
}
