//! The log: one writer, and every line on its way to the disk before anything runs.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::task;

use super::digest::Key;
use super::line::{Event, Exercised, Repaired, members};
use super::record::Record;
use super::writer::Writer;
use super::{files, open};
use crate::deploy::Sync;

/// How a log is kept.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The file that is written. Full ones stand beside it, with `.1`, `.2` … after its name.
    pub file: PathBuf,
    /// What holds of a record before the call goes on.
    pub sync: Sync,
    /// Bytes after which a file is full and a new one is begun.
    pub rotate_bytes: u64,
    /// SHA-256 of the roles by which calls are judged, where there are some.
    pub authority: Option<String>,
}

impl Settings {
    /// Bytes after which a file is full, where nobody says anything: 256 MiB.
    pub const ROTATE_BYTES: u64 = 256 << 20;
}

/// Why there is no record. Where a call cannot be recorded, it does not run.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// Somebody else writes.
    #[error("{path} is being written by another process{who}; one writer alone keeps the chain: end it, or name another file", path = .path.display())]
    Locked {
        /// The log.
        path: PathBuf,
        /// Which, where it says so.
        who: String,
    },
    /// Its last line is not one that a log ends with.
    #[error("the last line of {path} was changed or is none of a log, so nothing can be chained to it; `audit verify` tells more, and another file can be begun once this one is moved away", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file system refuses.
    #[error("{path}: {source}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// An earlier line may not be on the disk; what follows it would promise too much.
    #[error("the record cannot go on: {0}; start the server anew once that is mended")]
    Broken(String),
}

impl LogError {
    /// The same once more, for everybody who is told.
    pub(super) fn again(&self) -> Self {
        match self {
            Self::File { path, source } => {
                let source = io::Error::new(source.kind(), source.to_string());
                Self::File { path: path.clone(), source }
            }
            other => Self::Broken(other.to_string()),
        }
    }
}

/// A log that is being written. When it is dropped, all is on the disk.
#[derive(Debug)]
pub struct Log {
    writer: Arc<Writer>,
    thread: Option<JoinHandle<()>>,
    /// Whose turn it is to have the disk keep what there is.
    turn: tokio::sync::Mutex<()>,
    key: Key,
    repaired: Option<String>,
    _lock: File,
}

impl Log {
    /// Opens a log to write to it, and makes it where it is not there. What the last writer left behind is mended: a line that is
    /// not whole is cut off, and the first line that is written says so.
    ///
    /// # Errors
    ///
    /// Somebody else writes to it, it is damaged, or the file system refuses.
    pub fn open(mut settings: Settings) -> Result<Self, LogError> {
        settings.file = files::real(&settings.file);
        let path = settings.file.clone();
        let at = |source| LogError::File { path: path.clone(), source };
        let lock = open::lock(&path)?;
        let key = Key::beside(&path).map_err(at)?;
        let tail = open::tail(&path)?;
        let told = tail.repaired.as_ref().map(|repaired| told(&path, repaired));
        let head = open::head(&path).map_err(at)?;
        let writer = Writer::open(settings, tail, head)?;
        let writer = Arc::new(writer);
        let flushing = Arc::clone(&writer);
        let thread = thread::Builder::new().name("audit".to_owned());
        let thread = thread.spawn(move || flushing.flush()).map_err(at)?;
        Ok(Self {
            writer,
            thread: Some(thread),
            turn: tokio::sync::Mutex::default(),
            key,
            repaired: told,
            _lock: lock,
        })
    }

    /// Where and how it is kept, as a sentence.
    pub fn describe(&self) -> String {
        let settings = self.writer.settings();
        let promise = match settings.sync {
            Sync::Always => "a call is answered once it is on the disk",
            Sync::Group => {
                "what a process that is killed has recorded stays; on the disk within 5 ms"
            }
            Sync::None => {
                "what a process that is killed has recorded stays; a machine that fails may lose it"
            }
        };
        format!("{}, sync {} ({promise})", settings.file.display(), sync_name(settings.sync))
    }

    /// What had to be mended when it was opened, as a sentence.
    pub fn repaired(&self) -> Option<&str> {
        self.repaired.as_deref()
    }

    /// Keeps a whole record. It is on the disk when this returns, unless the log is one that is never synced.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn append(&self, record: Record) -> Result<(), LogError> {
        let event = Event::Whole(Box::new(record));
        let file = self.writer.append_and_write(|buffer| members(&event, buffer))?;
        if self.writer.settings().sync == Sync::None {
            return Ok(());
        }
        file.sync_data().map_err(|source| self.writer.error(source))
    }

    /// Keeps what an example showed.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn exercised(&self, exercised: Exercised) -> Result<(), LogError> {
        let event = Event::Exercised(exercised);
        self.writer.append_and_write(|buffer| members(&event, buffer)).map(drop)
    }

    /// Has the disk keep all lines, also of a log that others still hold when the program ends.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn keep(&self) {
        self.writer.keep();
    }

    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// Writes a line after which something may run: it is as safe as the log promises once this resolves.
    pub(crate) async fn before(&self, body: impl FnOnce(&mut Vec<u8>)) -> Result<(), LogError> {
        let fate = self.writer.enqueue(body);
        // Others that are about to begin share the write.
        task::yield_now().await;
        if self.writer.settings().sync != Sync::Always {
            return self.writer.write_until(&fate);
        }
        // Those who wait here for another's write mostly find their own line written by it.
        let _turn = self.turn.lock().await;
        if fate.get().is_some() {
            return self.writer.write_until(&fate);
        }
        let writer = Arc::clone(&self.writer);
        let waiting = task::spawn_blocking(move || writer.write_until(&fate));
        waiting.await.unwrap_or_else(|error| Err(LogError::Broken(error.to_string())))
    }

    /// Writes a line after which somebody is answered.
    pub(crate) async fn after(&self, body: impl FnOnce(&mut Vec<u8>)) -> Result<(), LogError> {
        if self.writer.settings().sync == Sync::Always {
            return self.before(body).await;
        }
        self.note(body);
        Ok(())
    }

    /// Writes a line for which nobody waits.
    pub(crate) fn note(&self, body: impl FnOnce(&mut Vec<u8>)) {
        self.writer.note(body);
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.writer.close();
        if let Some(thread) = self.thread.take() {
            // One that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

/// The name of a durability, as deployments have it.
pub(super) fn sync_name(sync: Sync) -> &'static str {
    match sync {
        Sync::Always => "always",
        Sync::Group => "group",
        Sync::None => "none",
    }
}

fn told(path: &Path, repaired: &Repaired) -> String {
    let mut parts = Vec::new();
    if repaired.bytes > 0 {
        parts.push(format!("a line that was not whole was cut off ({} bytes)", repaired.bytes));
    }
    if repaired.lines > 0 {
        parts.push(format!("{} whole lines at its end are lost", repaired.lines));
    }
    if repaired.unattested {
        let head = files::with(path, "head");
        parts.push(format!(
            "nobody can say whether lines at its end are lost, since {} was not there or could not be read",
            head.display()
        ));
    }
    format!("{} was repaired: {}", path.display(), parts.join(", and "))
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_line_whose_caller_left_is_written_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("audit.jsonl");
        let settings = Settings {
            file: file.clone(),
            sync: Sync::Group,
            rotate_bytes: Settings::ROTATE_BYTES,
            authority: None,
        };
        let log = Log::open(settings).unwrap();
        let holds = |file: &Path, text: &str| {
            let deadline = Instant::now() + Duration::from_secs(30);
            while !std::fs::read_to_string(file).unwrap().contains(text) {
                assert!(Instant::now() < deadline, "{text}");
                thread::sleep(Duration::from_millis(1));
            }
        };
        // The first line of the log is seen to, so that nothing else has a reason to write.
        holds(&folder.path().join("audit.jsonl.head"), "1");
        {
            let before = pin!(log.before(|line| line.extend_from_slice(b",\"left\":true")));
            assert!(before.poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        holds(&file, "\"left\":true");
    }
}
