//! Running a command: its standard streams, its limits, and the end of all that it started.

mod captured;
mod direct;
mod order;
mod supervisor;

use std::fs::File;
use std::io::{self, pipe};
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe::{Receiver, Sender};
use tokio::time::{Instant, interval_at, timeout};

use super::{Argv, CallLimits, GRACE};
use crate::project::environment;
use crate::registry::CallHost;

pub(super) use captured::Captured;
pub(super) use order::{Order, Removal};
use supervisor::Running;
pub(super) use supervisor::Supervisor;

/// Time between two messages that a command is still running.
const TICK: Duration = Duration::from_secs(1);
/// Time for what is in the pipes once nobody writes to them any more.
const REST: Duration = Duration::from_millis(500);
/// Bytes that are read at once: the capacity of a pipe.
const BUFFER: usize = 64 << 10;

/// How a command ended, and what it printed.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) end: End,
    pub(super) stdout: Captured,
    pub(super) stderr: Captured,
    /// Processes that could not be ended: another user's, or waiting inside the kernel.
    pub(super) stuck: usize,
}

/// How a command ended.
#[derive(Debug)]
pub(super) enum End {
    Status(ExitStatus),
    TimedOut,
    Cancelled,
}

/// A command, and what watches it.
pub(super) struct Job<'a> {
    pub(super) argv: &'a Argv,
    pub(super) container: Option<Removal>,
    pub(super) limits: &'a CallLimits,
    pub(super) host: &'a dyn CallHost,
    /// Is given what is printed to standard output, as it comes.
    pub(super) printed: &'a mut (dyn FnMut(&[u8]) + Send),
    /// Whether the caller is told that time passes; lines may tell more.
    pub(super) ticks: bool,
}

/// Runs a command to its end, its limit, or until the caller no longer waits or `stopping` resolves.
///
/// # Errors
///
/// It could not be started, or what watches over it ended.
pub(super) async fn run(
    job: Job<'_>,
    supervisor: &Supervisor,
    stopping: impl Future<Output = ()>,
) -> io::Result<Finished> {
    let Job { argv, container, limits, host, printed, ticks } = job;
    let is_container = container.is_some();
    let (feed, stdin) = input(argv.stdin.is_some())?;
    let (out, stdout_end) = output()?;
    let (err, stderr_end) = output()?;
    let order = Order {
        words: std::iter::once(argv.program.as_os_str().to_owned())
            .chain(argv.args.iter().map(Into::into))
            .collect(),
        cwd: argv.cwd.clone(),
        env: environment::of_command(&argv.env, is_container).collect(),
        container,
    };
    let mut running = supervisor.start(order, [stdin, stdout_end, stderr_end]).await?;

    let mut stdout = Captured::head_and_tail(limits.output_bytes);
    let mut stderr = Captured::end(limits.output_bytes);
    let pipes = async {
        tokio::join!(
            write(feed, argv.stdin.as_deref().unwrap_or_default()),
            drain(out, |bytes| {
                printed(bytes);
                stdout.take(bytes);
            }),
            drain(err, |bytes| stderr.take(bytes)),
        );
    };
    let mut drained = Drained::new(pipes);
    let patience = Patience { limit: limits.time, host, ticks };
    let (end, left) = watch(&mut running, &mut drained, patience, stopping).await?;
    if matches!(end, End::Status(_)) {
        // What the program left behind may hold the pipes: its own output is there by now.
        let _ = timeout(GRACE, drained.wait()).await;
    }
    let mut stuck = 0;
    if left {
        let gone = settle(&mut running, &end, is_container);
        tokio::pin!(gone);
        stuck = loop {
            tokio::select! {
                gone = &mut gone => break gone?,
                () = drained.wait(), if !drained.done => {}
            }
        };
    }
    let _ = timeout(REST, drained.wait()).await;
    drop(drained);
    running.give_back();
    Ok(Finished { end, stdout, stderr, stuck })
}

/// How long a command may run, and who hears of it.
struct Patience<'a> {
    limit: Duration,
    host: &'a dyn CallHost,
    ticks: bool,
}

/// Waits for the end of the program, or for a reason to end it. Gives it, and whether anything is left.
async fn watch(
    running: &mut Running,
    drained: &mut Drained<impl Future<Output = ()>>,
    Patience { limit, host, ticks }: Patience<'_>,
    stopping: impl Future<Output = ()>,
) -> io::Result<(End, bool)> {
    let begun = Instant::now();
    let mut tick = interval_at(begun + TICK, TICK);
    let limit = tokio::time::sleep(limit);
    tokio::pin!(limit, stopping);
    loop {
        tokio::select! {
            ended = running.ended() => {
                return ended.map(|(status, left)| (End::Status(status), left));
            }
            () = drained.wait(), if !drained.done => {}
            () = &mut limit => return Ok((End::TimedOut, true)),
            () = host.cancelled() => return Ok((End::Cancelled, true)),
            () = &mut stopping => return Ok((End::Cancelled, true)),
            _ = tick.tick(), if ticks => {
                let seconds = begun.elapsed().as_secs();
                #[allow(clippy::cast_precision_loss, reason = "seconds of one call")]
                host.progress(seconds as f64, None, Some(&format!("running for {seconds} s")));
            }
        }
    }
}

/// The work on the pipes, which may be waited for again and again.
struct Drained<F> {
    work: Pin<Box<F>>,
    done: bool,
}

impl<F: Future<Output = ()>> Drained<F> {
    fn new(work: F) -> Self {
        Self { work: Box::pin(work), done: false }
    }

    async fn wait(&mut self) {
        if !self.done {
            self.work.as_mut().await;
            self.done = true;
        }
    }
}

/// Ends what is left. After a container has ended by itself, its engine is given time to clean up.
async fn settle(running: &mut Running, end: &End, is_container: bool) -> io::Result<usize> {
    if let End::Status(status) = end
        && is_container
        && status.code().is_some()
        && let Ok(gone) = timeout(GRACE, running.gone()).await
    {
        return gone;
    }
    running.end().await
}

/// The end that is written to, where there is anything to write, and the command's.
fn input(declared: bool) -> io::Result<(Option<Sender>, OwnedFd)> {
    if !declared {
        return Ok((None, File::open("/dev/null")?.into()));
    }
    let (read, write) = pipe()?;
    Ok((Some(Sender::from_owned_fd(write.into())?), read.into()))
}

/// The end that is read, and the command's.
fn output() -> io::Result<(Receiver, OwnedFd)> {
    let (read, write) = pipe()?;
    Ok((Receiver::from_owned_fd(read.into())?, write.into()))
}

async fn write(pipe: Option<Sender>, text: &str) {
    if let Some(mut pipe) = pipe {
        // A program that does not read all its input has its reasons: EPIPE is no error.
        let _ = pipe.write_all(text.as_bytes()).await;
    }
}

async fn drain(pipe: Receiver, mut into: impl FnMut(&[u8])) {
    let mut buffer = Vec::new();
    while pipe.readable().await.is_ok() {
        if buffer.is_empty() {
            buffer = vec![0; BUFFER];
        }
        match pipe.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => into(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}
