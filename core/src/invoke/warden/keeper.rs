//! The warden's own side: a process with one thread, which runs one command at a time.
//!
//! It is the subreaper of its command (prctl(2), `PR_SET_CHILD_SUBREAPER`): whatever the command starts, however it
//! detaches itself, becomes the warden's child once its parent is gone. So a kill that goes to the warden's own children
//! only, over and over until there are none, ends all of the descendance; and a process id that it kills is never that of a
//! stranger, since nobody but the warden can reap it.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};
use signal_hook::consts::{SIGALRM, SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

use super::engine::{command, remove};
use super::wire::{Message, Report};
use crate::invoke::process::{Order, Removal};
use crate::invoke::{GRACE, tree};

/// Time between two rounds of killing.
const PAUSE: Duration = Duration::from_millis(5);
/// Rounds of killing before the server is listened to again: something may start others as fast as they are killed.
const ROUNDS: u32 = 100;
/// Time after which what was killed and is still there is given up: it waits inside the kernel, or is another user's.
const STUCK: Duration = Duration::from_secs(5);

/// Runs orders until the server's end of the socket, which is standard input, closes.
///
/// # Errors
///
/// Standard input is no socket: a person typed it, and there is nothing to do. Or what a warden needs is not to be had.
pub(super) fn run() -> io::Result<()> {
    let child_ended = prepare()?;
    let control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    control.peer_addr()?;
    Keeper { child_ended, control, connected: true, run: None }.serve()
}

/// Makes this process a warden: nothing of what it inherited reaches its commands. Gives what can be read from when a child
/// has ended.
fn prepare() -> io::Result<UnixStream> {
    close_inherited()?;
    // Signals meant for the server (a terminal's, a service manager's) must not end the one that cleans up after it. A
    // signal that is caught, unlike one that is ignored or blocked, is as usual again in what is started.
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2] {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
    }
    let (child_ended, tell) = UnixStream::pair()?;
    child_ended.set_nonblocking(true)?;
    signal_hook::low_level::pipe::register(SIGCHLD, tell)?;
    // No controlling terminal: a program that would ask there fails at once instead of being stopped.
    let _ = rustix::process::setsid();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    rustix::process::chdir("/")?;
    Ok(child_ended)
}

/// Closes what whoever started the server left open for it: descriptors without close-on-exec.
fn close_inherited() -> io::Result<()> {
    let open: Vec<i32> = std::fs::read_dir("/proc/self/fd")?
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect();
    for fd in open.into_iter().filter(|&fd| fd > 2) {
        // The descriptor of the folder itself is among them, and closed already.
        let _ = nix::unistd::close(fd);
    }
    Ok(())
}

struct Keeper {
    control: UnixStream,
    child_ended: UnixStream,
    /// Whether the server's end is open.
    connected: bool,
    run: Option<Run>,
}

/// A command, from its order until nothing of it is left.
struct Run {
    /// The program, until it is reaped.
    program: Option<Pid>,
    /// When it was reaped.
    ended: Option<Instant>,
    /// Whether it ended otherwise than by exiting.
    forced: bool,
    /// When the killing begins, once an end was asked for.
    kill_at: Option<Instant>,
    container: Option<Removal>,
}

impl Keeper {
    fn serve(mut self) -> io::Result<()> {
        self.report(Report::Ready);
        while self.connected || self.run.is_some() {
            let (heard, reaped) = self.wait_for_news()?;
            if reaped {
                self.reap();
            }
            if heard {
                self.hear();
            }
            self.proceed();
        }
        Ok(())
    }

    /// Whether the server said something, and whether a child ended.
    fn wait_for_news(&mut self) -> io::Result<(bool, bool)> {
        let timeout = self.run.as_ref().and_then(|run| run.kill_at).map(|kill_at| {
            let left = kill_at.saturating_duration_since(Instant::now()).max(PAUSE);
            Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
        });
        let mut fds = [
            PollFd::new(&self.child_ended, PollFlags::IN),
            PollFd::new(&self.control, PollFlags::IN),
        ];
        let watched = if self.connected { 2 } else { 1 };
        match poll(&mut fds[..watched], timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let reaped = !fds[0].revents().is_empty();
        let heard = self.connected && !fds[1].revents().is_empty();
        while reaped && self.child_ended.read(&mut [0; 64]).is_ok_and(|count| count == 64) {}
        Ok((heard, reaped))
    }

    /// Reaps whoever has ended. Gives whether any child is left.
    fn reap(&mut self) -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => {
                    if let Some(run) = &mut self.run
                        && run.program == Some(pid)
                    {
                        run.program = None;
                        run.ended = Some(Instant::now());
                        run.forced |= !status.exited();
                        let left = self.reap();
                        self.ended(status.as_raw(), left);
                        return left;
                    }
                }
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    fn ended(&mut self, status: i32, left: bool) {
        let Some(run) = &self.run else { return };
        // A container that did not end by itself is not gone with its client.
        let left = left || (run.forced && run.container.is_some());
        self.report(Report::Ended { status, left });
        if !left {
            self.run = None;
        }
    }

    fn hear(&mut self) {
        let message = Message::receive(&mut self.control);
        match message {
            Ok(Message::Order(order, stdio)) if self.run.is_none() => self.start(order, stdio),
            Ok(Message::End) => self.end(),
            // The server is gone, or not one.
            Ok(Message::Order(..)) | Err(_) => {
                self.connected = false;
                self.end();
            }
        }
    }

    fn start(&mut self, order: Order, [stdin, stdout, stderr]: [OwnedFd; 3]) {
        let spawned = command(&order.words)
            .env_clear()
            .envs(order.env)
            .current_dir(&order.cwd)
            .stdin(Stdio::from(stdin))
            .stdout(Stdio::from(stdout))
            .stderr(Stdio::from(stderr))
            .process_group(0)
            .spawn();
        match spawned {
            Ok(child) => {
                self.run = Some(Run {
                    program: i32::try_from(child.id()).ok().and_then(Pid::from_raw),
                    ended: None,
                    forced: false,
                    kill_at: None,
                    container: order.container,
                });
            }
            Err(error) => {
                let errno = error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error());
                self.report(Report::NotStarted(errno));
            }
        }
    }

    /// Asks everything to end; the killing comes later. What outlives its program had its time since then.
    fn end(&mut self) {
        let Some(run) = &mut self.run else { return };
        if run.kill_at.is_none() {
            run.forced |= run.ended.is_none();
            run.kill_at = Some(run.ended.unwrap_or_else(Instant::now) + GRACE);
            tree::ask_to_end(&tree::descendants(rustix::process::getpid()));
        }
    }

    /// Kills where it is time to, and says so when nothing is left.
    fn proceed(&mut self) {
        if self.run.is_none() {
            return;
        }
        let mut left = self.reap();
        let Some(run) = &self.run else { return };
        if left && run.kill_at.is_some_and(|kill_at| Instant::now() >= kill_at) {
            left = self.kill();
        }
        let Some(run) = &self.run else { return };
        let given_up = run.kill_at.is_some_and(|kill_at| Instant::now() >= kill_at + STUCK);
        let waiting = run.program.is_some() || left;
        // A container whose client was killed is removed once the server has heard of it.
        if (waiting && !given_up) || (run.forced && run.kill_at.is_none()) {
            return;
        }
        if run.forced
            && let Some(container) = run.container.clone()
        {
            remove(&container);
            self.kill();
        }
        let stuck = if self.reap() { tree::children(rustix::process::getpid()).len() } else { 0 };
        self.report(Report::Idle(i32::try_from(stuck).unwrap_or(i32::MAX)));
        self.run = None;
        // What could not be ended must not be taken for another command's.
        self.connected &= stuck == 0;
    }

    /// Kills the children, and those who become children by that, for as long as there is progress. Gives whether any is
    /// left.
    fn kill(&mut self) -> bool {
        let me = rustix::process::getpid();
        for _ in 0..ROUNDS {
            let before = tree::children(me);
            for &pid in &before {
                let _ = kill_process(pid, Signal::KILL);
            }
            // What is killed is reaped a moment later.
            let deadline = Instant::now() + PAUSE;
            while Instant::now() < deadline {
                if !self.reap() {
                    return false;
                }
                std::thread::sleep(PAUSE / 20);
            }
            if tree::children(me).iter().all(|pid| before.contains(pid)) {
                break;
            }
        }
        true
    }

    fn report(&mut self, report: Report) {
        // A server that is gone is noticed where it is listened to.
        let _ = self.control.write_all(&report.encode());
    }
}
