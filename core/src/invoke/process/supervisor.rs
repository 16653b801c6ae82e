//! Who starts a command and ends it: a warden, or where there is none this process itself.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;

use super::direct::Direct;
use super::order::Order;
#[cfg(target_os = "linux")]
use crate::invoke::tree;
#[cfg(target_os = "linux")]
use crate::invoke::warden::{self, Pool, Report, Warden};

/// Starts the commands of one service.
///
/// With wardens (Linux, in a binary whose `main` is `toolnode::main!` or that calls [`App::run`](crate::App::run)) all that
/// a command started is ended, however it detached itself, and also after the server was killed. Everywhere else, such as
/// in an author's own tests, it is this process that ends the command's process group, and on Linux what descends from
/// the command at that time; a process that left both behind, or that outlives a killed server, is not ended.
#[derive(Clone, Debug)]
pub(in crate::invoke) enum Supervisor {
    #[cfg(target_os = "linux")]
    Wardens(Arc<Pool>),
    Direct,
}

/// A command that runs, until nothing of it is left.
#[derive(Debug)]
pub(super) enum Running {
    #[cfg(target_os = "linux")]
    Warden(Kept),
    Direct(Direct),
}

/// A warden at work. Dropped before it is idle, it ends the command by itself.
#[cfg(target_os = "linux")]
#[derive(Debug)]
pub(super) struct Kept {
    warden: Warden,
    pool: Arc<Pool>,
    idle: bool,
}

impl Supervisor {
    /// What this process can have.
    pub(in crate::invoke) fn here() -> Self {
        #[cfg(target_os = "linux")]
        if warden::is_supported() {
            return Self::Wardens(Arc::default());
        }
        Self::Direct
    }

    /// Gets ready for the first command. Must be called inside a runtime.
    pub(in crate::invoke) fn start_ahead(&self) {
        match self {
            #[cfg(target_os = "linux")]
            Self::Wardens(pool) => pool.start_ahead(),
            Self::Direct => {}
        }
    }

    /// Starts a command. That the program cannot be run, [`Running::ended`] may be the one to say.
    pub(super) async fn start(&self, order: Order, stdio: [OwnedFd; 3]) -> io::Result<Running> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Wardens(pool) => {
                let borrowed = [stdio[0].as_fd(), stdio[1].as_fd(), stdio[2].as_fd()];
                let mut warden = pool.take().await?;
                if warden.order(&order, borrowed).await.is_err() {
                    // It died while it was idle.
                    warden = pool.take().await?;
                    warden.order(&order, borrowed).await?;
                }
                Ok(Running::Warden(Kept { warden, pool: Arc::clone(pool), idle: false }))
            }
            Self::Direct => Direct::start(order, stdio).map(Running::Direct),
        }
    }
}

impl Running {
    /// The program's status, and whether it left anything that runs. May be dropped and called again.
    pub(super) async fn ended(&mut self) -> io::Result<(ExitStatus, bool)> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Warden(kept) => match kept.report().await? {
                Report::Ended { status, left } => {
                    kept.idle = !left;
                    Ok((ExitStatus::from_raw(status), left))
                }
                Report::NotStarted(errno) => {
                    kept.idle = true;
                    Err(io::Error::from_raw_os_error(errno))
                }
                Report::Idle(_) | Report::Ready => Err(io::ErrorKind::InvalidData.into()),
            },
            Self::Direct(direct) => direct.ended().await,
        }
    }

    /// Asks all that runs to end, and kills what does not: [`GRACE`](crate::invoke::GRACE) from now, or from the program's
    /// own end. Resolves when nothing is left; gives how many processes could not be ended.
    pub(super) async fn end(&mut self) -> io::Result<usize> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Warden(kept) => {
                kept.warden.end().await?;
                kept.gone().await
            }
            Self::Direct(direct) => direct.end().await,
        }
    }

    /// Frees what watched over it for the next command. One that is not idle ends the command, and itself.
    pub(super) fn give_back(self) {
        match self {
            #[cfg(target_os = "linux")]
            Self::Warden(Kept { warden, pool, idle: true }) => pool.give_back(warden),
            _ => {}
        }
    }

    /// Resolves when nothing is left, without asking for it.
    pub(super) async fn gone(&mut self) -> io::Result<usize> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Warden(kept) => kept.gone().await,
            Self::Direct(direct) => direct.gone().await,
        }
    }
}

#[cfg(target_os = "linux")]
impl Kept {
    async fn report(&mut self) -> io::Result<Report> {
        match self.warden.report().await {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                if let Some(session) = self.warden.pid() {
                    tree::kill_session(session);
                }
                let status = self.warden.ended().await?;
                Err(io::Error::other(format!(
                    "the process that watches over the command ended before it ({status}); the command was killed"
                )))
            }
            report => report,
        }
    }

    async fn gone(&mut self) -> io::Result<usize> {
        while !self.idle {
            match self.report().await? {
                Report::Ended { left, .. } => self.idle = !left,
                Report::NotStarted(_) | Report::Idle(0) => self.idle = true,
                Report::Idle(stuck) => return Ok(usize::try_from(stuck).unwrap_or(usize::MAX)),
                Report::Ready => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok(0)
    }
}
