//! Opening a log to write to it: the lock, and where the last writer stopped.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::files;
use super::line::{Hash, Link, NONE, Repaired};
use super::log::LogError;

/// How often, and after which time, a lock that somebody holds is tried again.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// Takes the lock of a log; whoever holds it alone writes. The system gives it back when the process ends, however it ends.
pub(super) fn lock(log: &Path) -> Result<File, LogError> {
    let path = files::with(log, "lock");
    let at = |source| LogError::File { path: path.clone(), source };
    let options = &mut File::options();
    let options = options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let mut file = options.open(&path).map_err(at)?;
    let mut locked = file.try_lock();
    // A process that was just started holds on to the lock of the one that started it until it runs its own program.
    for _ in 0..LOCK_TRIES {
        if !matches!(locked, Err(TryLockError::WouldBlock)) {
            break;
        }
        thread::sleep(LOCK_PAUSE);
        locked = file.try_lock();
    }
    match locked {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut pid = String::new();
            let _ = file.read_to_string(&mut pid);
            let pid = pid.trim();
            let who = if pid.is_empty() { String::new() } else { format!(" ({pid})") };
            return Err(LogError::Locked { path: log.to_owned(), who });
        }
        Err(TryLockError::Error(source)) => return Err(at(source)),
    }
    // Only for the message above.
    let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
    Ok(file)
}

/// Where a log ends.
pub(super) struct Tail {
    pub(super) file: File,
    pub(super) written: u64,
    pub(super) seq: u64,
    pub(super) prev: Hash,
    pub(super) repaired: Option<Repaired>,
}

/// Opens the file of a log, made where it is not there; a line that is not whole is cut off.
pub(super) fn tail(log: &Path) -> Result<Tail, LogError> {
    let at = |source| LogError::File { path: log.to_owned(), source };
    let is_new = !log.exists();
    let file = File::options().read(true).append(true).create(true).mode(0o600).open(log);
    let mut file = file.map_err(at)?;
    if is_new {
        sync_folder(log).map_err(at)?;
    }
    let (written, cut, last) = last_line(&mut file).map_err(at)?;
    let (last, of) = match last {
        Some(last) => (Some(last), log.to_owned()),
        // The writer ended between two files.
        None => match files::full(log).pop() {
            Some((_, full)) => {
                let mut before = File::open(&full).map_err(at)?;
                (last_line(&mut before).map_err(at)?.2, full)
            }
            None => (None, log.to_owned()),
        },
    };
    let (seq, prev) = match last {
        None => (0, NONE),
        Some(text) => match Link::of(&text) {
            Ok(link) => (link.seq, link.hash),
            Err(_) => return Err(LogError::Damaged { path: of }),
        },
    };
    if cut > 0 {
        file.set_len(written).map_err(at)?;
    }
    let known = read_head(log).seq();
    let repaired = Repaired {
        bytes: cut,
        lines: known.unwrap_or_default().saturating_sub(seq),
        // A log that begins has none.
        unattested: known.is_none() && seq > 0,
    };
    let repaired = (repaired != Repaired::default()).then_some(repaired);
    Ok(Tail { file, written, seq, prev, repaired })
}

/// Bytes up to the last line end, bytes after it, and the last line that is whole.
fn last_line(file: &mut File) -> io::Result<(u64, u64, Option<Vec<u8>>)> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut window = 64 << 10;
    loop {
        let begin = length.saturating_sub(window);
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        Read::take(&*file, length - begin).read_to_end(&mut bytes)?;
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let before = end.and_then(|end| bytes[..end].iter().rposition(|&byte| byte == b'\n'));
        match (end, before) {
            (Some(end), Some(before)) => {
                let written = begin + end as u64 + 1;
                return Ok((written, length - written, Some(bytes[before + 1..end].to_vec())));
            }
            (Some(end), None) if begin == 0 => {
                let written = end as u64 + 1;
                return Ok((written, length - written, Some(bytes[..end].to_vec())));
            }
            (None, _) if begin == 0 => return Ok((0, length, None)),
            _ => window *= 4,
        }
    }
}

/// The file that says how long a log was; for its writer.
pub(super) fn head(log: &Path) -> io::Result<File> {
    let options = &mut File::options();
    options.write(true).create(true).truncate(false).mode(0o600).open(files::with(log, "head"))
}

/// What that file says: always as long, so that it can be written anew in its place.
pub(super) fn head_text(seq: u64, hash: &Hash) -> Vec<u8> {
    let hash = String::from_utf8_lossy(hash);
    format!("{:<120}\n", format!("{{\"seq\":{seq},\"hash\":\"{hash}\"}}")).into_bytes()
}

/// The last line that a log is known to have had.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// Its number and its hash.
    Line(u64, String),
    /// Nothing remembers it.
    Missing,
    /// What is to remember it does not say it.
    Unreadable,
}

impl Head {
    pub(super) fn seq(&self) -> Option<u64> {
        match self {
            Self::Line(seq, _) => Some(*seq),
            Self::Missing | Self::Unreadable => None,
        }
    }
}

/// What the file that says how long a log was says.
pub(super) fn read_head(log: &Path) -> Head {
    let path = files::with(log, "head");
    let read = || {
        let head: Value = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        Some(Head::Line(head["seq"].as_u64()?, head["hash"].as_str()?.to_owned()))
    };
    if let Some(head) = read() {
        return head;
    }
    if !path.exists() {
        return Head::Missing;
    }
    // It may have been written just then.
    thread::sleep(Duration::from_millis(20));
    read().unwrap_or(Head::Unreadable)
}

/// Has the disk keep the names in the folder of a file.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
