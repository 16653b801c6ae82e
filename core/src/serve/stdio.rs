//! Standard input and output, taken for the protocol alone.
//!
//! A tool that prints, or a library that it calls, must not write into the protocol: the streams are moved
//! to descriptors of their own, and descriptor 1 becomes standard error, descriptor 0 the null device.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::pin::Pin;

use rustix::fs::{FileType, OFlags};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

type Input = Pin<Box<dyn AsyncRead + Send>>;
type Output = Pin<Box<dyn AsyncWrite + Send>>;

/// Takes the streams. Must be called inside a tokio runtime.
pub(super) fn take() -> io::Result<(Input, Output)> {
    let input = reader(io::stdin().as_fd().try_clone_to_owned()?)?;
    let output = writer(io::stdout().as_fd().try_clone_to_owned()?)?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok((input, output))
}

fn reader(fd: OwnedFd) -> io::Result<Input> {
    Ok(match kind(&fd)? {
        FileType::Fifo => match reopened(&fd, OpenOptions::new().read(true)) {
            Some(pipe) => Box::pin(pipe::Receiver::from_file(pipe)?),
            None => Box::pin(blocking(fd)),
        },
        FileType::Socket => Box::pin(socket(fd)?),
        _ => Box::pin(blocking(fd)),
    })
}

fn writer(fd: OwnedFd) -> io::Result<Output> {
    Ok(match kind(&fd)? {
        FileType::Fifo => match reopened(&fd, OpenOptions::new().write(true)) {
            Some(pipe) => Box::pin(pipe::Sender::from_file(pipe)?),
            None => Box::pin(blocking(fd)),
        },
        FileType::Socket => Box::pin(socket(fd)?),
        _ => Box::pin(blocking(fd)),
    })
}

fn kind(fd: &OwnedFd) -> io::Result<FileType> {
    Ok(FileType::from_raw_mode(rustix::fs::fstat(fd)?.st_mode))
}

/// The pipe with an open file description of its own, so that reading without blocking is nobody else's
/// affair; Linux alone can do that.
fn reopened(fd: &OwnedFd, options: &mut OpenOptions) -> Option<File> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    options.custom_flags(flags).open(format!("/proc/self/fd/{}", fd.as_raw_fd())).ok()
}

/// Files, terminals: read and written on a thread where that may block.
fn blocking(fd: OwnedFd) -> tokio::fs::File {
    tokio::fs::File::from_std(File::from(fd))
}

/// Node.js gives its children sockets where others give pipes.
fn socket(fd: OwnedFd) -> io::Result<UnixStream> {
    let socket = StdUnixStream::from(fd);
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}
