//! The server's side of the wardens: started ahead, one for each command that runs, used again.

use std::io::{self, IoSlice};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::process::{ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::Pid;
use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::ARGUMENT;
use super::wire::{END, Report};
use crate::invoke::process::Order;

/// Wardens that are kept for the next calls; more are let go.
const KEPT: usize = 16;
/// Time for a warden to start. It is a process of this same binary, which is in memory already.
const START: Duration = Duration::from_secs(10);

/// The wardens of one service that are idle.
#[derive(Debug, Default)]
pub(in crate::invoke) struct Pool {
    idle: Mutex<Vec<Warden>>,
}

/// A warden, idle or at work. Dropped at work, it ends its command by itself: its socket closes.
#[derive(Debug)]
pub(in crate::invoke) struct Warden {
    socket: UnixStream,
    /// The runtime reaps it once it is dropped.
    child: Child,
    /// What is read of the next report.
    partial: [u8; Report::BYTES],
    filled: usize,
    ready: bool,
}

impl Pool {
    /// Starts a warden before it is needed. Where that fails, the first call says so.
    pub(in crate::invoke) fn start_ahead(&self) {
        if let Ok(warden) = Warden::start() {
            self.give_back(warden);
        }
    }

    /// An idle warden, or a new one.
    pub(in crate::invoke) async fn take(&self) -> io::Result<Warden> {
        loop {
            let Some(mut warden) = self.pop() else { break };
            // One that died while it was idle is passed over.
            if warden.get_ready().await.is_ok() && !warden.is_gone() {
                return Ok(warden);
            }
        }
        let mut warden = Warden::start()?;
        warden.get_ready().await?;
        Ok(warden)
    }

    /// For the next call. It must be idle.
    pub(in crate::invoke) fn give_back(&self, warden: Warden) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(warden);
        }
    }

    fn pop(&self) -> Option<Warden> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}

impl Warden {
    fn start() -> io::Result<Self> {
        let (near, far) = StdUnixStream::pair()?;
        near.set_nonblocking(true)?;
        // The link leads to the program that runs, also when its file was replaced meanwhile.
        let child = Command::new("/proc/self/exe")
            .arg(ARGUMENT)
            .stdin(Stdio::from(OwnedFd::from(far)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self {
            socket: UnixStream::from_std(near)?,
            child,
            partial: [0; Report::BYTES],
            filled: 0,
            ready: false,
        })
    }

    async fn get_ready(&mut self) -> io::Result<()> {
        if !self.ready {
            let report =
                timeout(START, self.report()).await.map_err(|_| io::ErrorKind::TimedOut)??;
            if report != Report::Ready {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.ready = true;
        }
        Ok(())
    }

    /// Whether its end of the socket is closed. An idle one says nothing, so nothing is lost by looking.
    fn is_gone(&self) -> bool {
        let mut byte = [0];
        !matches!(self.socket.try_read(&mut byte), Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Has a command run, with these descriptors as its 0, 1 and 2.
    pub(in crate::invoke) async fn order(
        &mut self,
        order: &Order,
        stdio: [BorrowedFd<'_>; 3],
    ) -> io::Result<()> {
        let message = order.encode()?;
        let sent = self
            .socket
            .async_io(Interest::WRITABLE, || {
                let mut space =
                    [const { std::mem::MaybeUninit::uninit() }; rustix::cmsg_space!(ScmRights(3))];
                let mut ancillary = SendAncillaryBuffer::new(&mut space);
                ancillary.push(SendAncillaryMessage::ScmRights(&stdio));
                let parts = [IoSlice::new(&message)];
                Ok(sendmsg(self.socket.as_fd(), &parts, &mut ancillary, SendFlags::NOSIGNAL)?)
            })
            .await?;
        self.socket.write_all(&message[sent..]).await
    }

    /// Has all end that runs; [`News::Idle`] comes when nothing is left.
    pub(in crate::invoke) async fn end(&mut self) -> io::Result<()> {
        self.socket.write_all(&[END]).await
    }

    /// Its process, which is also the session of its commands.
    pub(in crate::invoke) fn pid(&self) -> Option<Pid> {
        self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw)
    }

    /// How it ended. Its end of the socket is closed.
    pub(in crate::invoke) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// What it says next. May be dropped and called again.
    pub(in crate::invoke) async fn report(&mut self) -> io::Result<Report> {
        while self.filled < Report::BYTES {
            match self.socket.read(&mut self.partial[self.filled..]).await? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => self.filled += count,
            }
        }
        self.filled = 0;
        Report::decode(self.partial)
    }
}
