//! What server and warden say to each other, over one stream socket.
//!
//! To the warden: an order with the three descriptors of a command, or [`END`]. From it: a [`Report`] of six bytes.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};

use crate::invoke::process::{Order, Removal};

/// Tag of an order: a length of four bytes and a body follow.
const ORDER: u8 = b'R';
/// End all that runs. A warden that is idle passes over it.
pub(super) const END: u8 = b'E';

impl Order {
    /// The message, tag and length included.
    pub(super) fn encode(&self) -> io::Result<Vec<u8>> {
        let env: Vec<_> = self.env.iter().flat_map(|(name, value)| [name, value]).collect();
        let (remove, look) = match &self.container {
            Some(removal) => (removal.remove.as_slice(), removal.look.as_slice()),
            None => (&[][..], &[][..]),
        };
        let mut out = vec![ORDER, 0, 0, 0, 0];
        put(&mut out, self.words.iter().map(OsString::as_os_str))?;
        put(&mut out, [self.cwd.as_os_str()].into_iter())?;
        put(&mut out, env.into_iter().map(OsString::as_os_str))?;
        put(&mut out, remove.iter().map(OsString::as_os_str))?;
        put(&mut out, look.iter().map(OsString::as_os_str))?;
        let length = length(out.len() - 5)?;
        out[1..5].copy_from_slice(&length);
        Ok(out)
    }

    /// Reads what comes after the tag.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let mut body = vec![0; u32::from_le_bytes(length) as usize];
        from.read_exact(&mut body)?;
        let mut rest = body.as_slice();
        let words = take(&mut rest)?;
        let cwd = take(&mut rest)?.into_iter().next().map(PathBuf::from).ok_or_else(broken)?;
        let mut pairs = take(&mut rest)?.into_iter();
        let env = std::iter::from_fn(|| Some((pairs.next()?, pairs.next()?))).collect();
        let (remove, look) = (take(&mut rest)?, take(&mut rest)?);
        let container = (!remove.is_empty()).then_some(Removal { remove, look });
        if words.is_empty() {
            return Err(broken());
        }
        Ok(Self { words, cwd, env, container })
    }
}

fn put<'a>(out: &mut Vec<u8>, words: impl ExactSizeIterator<Item = &'a OsStr>) -> io::Result<()> {
    out.extend(length(words.len())?);
    for word in words {
        out.extend(length(word.len())?);
        out.extend(word.as_bytes());
    }
    Ok(())
}

fn length(length: usize) -> io::Result<[u8; 4]> {
    u32::try_from(length)
        .map(u32::to_le_bytes)
        .map_err(|_| io::ErrorKind::ArgumentListTooLong.into())
}

fn take(rest: &mut &[u8]) -> io::Result<Vec<OsString>> {
    let number = |rest: &mut &[u8]| -> io::Result<usize> {
        let (number, after) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
        *rest = after;
        Ok(u32::from_le_bytes(*number) as usize)
    };
    (0..number(rest)?)
        .map(|_| {
            let length = number(rest)?;
            let (word, after) = rest.split_at_checked(length).ok_or_else(broken)?;
            *rest = after;
            Ok(OsString::from_vec(word.to_vec()))
        })
        .collect()
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "an order that is not one")
}

/// What a warden is told.
pub(super) enum Message {
    Order(Order, [OwnedFd; 3]),
    End,
}

impl Message {
    /// Descriptors come with the first byte, so that is read by itself.
    pub(super) fn receive(control: &mut UnixStream) -> io::Result<Self> {
        let mut tag = [0];
        let mut space =
            [const { std::mem::MaybeUninit::uninit() }; rustix::cmsg_space!(ScmRights(3))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let received = recvmsg(
            control.as_fd(),
            &mut [io::IoSliceMut::new(&mut tag)],
            &mut ancillary,
            RecvFlags::CMSG_CLOEXEC,
        )?;
        let fds: Vec<OwnedFd> = ancillary
            .drain()
            .flat_map(|message| match message {
                RecvAncillaryMessage::ScmRights(fds) => fds.collect(),
                _ => Vec::new(),
            })
            .collect();
        match (received.bytes, tag[0]) {
            (1, END) => Ok(Self::End),
            (1, ORDER) => {
                let order = Order::read(control)?;
                let fds = fds.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
                Ok(Self::Order(order, fds))
            }
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// What a warden says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::invoke) enum Report {
    /// It takes orders.
    Ready,
    /// The command did not start: an error number.
    NotStarted(i32),
    /// The program ended: its status as `wait` gives it, and whether anything that it started is left.
    Ended {
        /// As `wait` gives it.
        status: i32,
        /// Whether it left anything; if not, the warden is idle.
        left: bool,
    },
    /// Nothing is left but this many that could not be ended; the warden is idle.
    Idle(i32),
}

impl Report {
    pub(super) const BYTES: usize = 6;

    pub(super) fn encode(self) -> [u8; Self::BYTES] {
        let (tag, left, number) = match self {
            Self::Ready => (b'H', false, 0),
            Self::NotStarted(errno) => (b'S', false, errno),
            Self::Ended { status, left } => (b'X', left, status),
            Self::Idle(stuck) => (b'I', false, stuck),
        };
        let [a, b, c, d] = number.to_le_bytes();
        [tag, u8::from(left), a, b, c, d]
    }

    pub(super) fn decode([tag, left, number @ ..]: [u8; Self::BYTES]) -> io::Result<Self> {
        let number = i32::from_le_bytes(number);
        match tag {
            b'H' => Ok(Self::Ready),
            b'S' => Ok(Self::NotStarted(number)),
            b'X' => Ok(Self::Ended { status: number, left: left != 0 }),
            b'I' => Ok(Self::Idle(number)),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "a report that is not one")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_come_out_as_they_went_in() {
        let word = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        let order = Order {
            words: vec![word(b"/bin/echo"), word(b""), word(b"\xff \n")],
            cwd: PathBuf::from("/some where"),
            env: vec![(word(b"A"), word(b"")), (word(b"B"), word(b"=\x85"))],
            container: Some(Removal {
                remove: vec![word(b"rm"), word(b"x")],
                look: vec![word(b"ls")],
            }),
        };
        for order in [order.clone(), Order { container: None, env: Vec::new(), ..order }] {
            let message = order.encode().expect("it is short");
            assert_eq!(message[0], ORDER);
            assert_eq!(Order::read(&mut &message[1..]).expect("it is whole"), order);
            for cut in 1..message.len() {
                assert!(Order::read(&mut &message[1..cut]).is_err(), "{cut}");
            }
        }
    }

    #[test]
    fn reports_come_out_as_they_went_in() {
        for report in [
            Report::Ready,
            Report::NotStarted(2),
            Report::Ended { status: 0x7f00, left: true },
            Report::Ended { status: 9, left: false },
            Report::Idle(0),
        ] {
            assert_eq!(Report::decode(report.encode()).expect("a report"), report);
        }
        assert!(Report::decode([0; 6]).is_err());
    }
}
