//! The log: one writer, and every line on its way to the disk before anything runs.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::watch;

use super::digest::Key;
use super::line::{Event, Exercised, Hash, Opened, Repaired, compose, members};
use super::open::{self, Tail};
use super::record::Record;
use super::{files, now};
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

/// The time that a line may wait to be written by `group`, without what the disk itself takes.
const GROUP: Duration = Duration::from_millis(4);

/// The format that lines are written in.
const FORMAT: u32 = 1;

/// A log that is being written. When it is dropped, all is on the disk.
#[derive(Debug)]
pub struct Log {
    shared: Arc<Shared>,
    flusher: Option<JoinHandle<()>>,
    key: Key,
    repaired: Option<String>,
    _lock: File,
}

#[derive(Debug)]
struct Shared {
    settings: Settings,
    state: Mutex<State>,
    /// Something is to be written, or the log is to be closed.
    wake: Condvar,
    /// The last line that is on the disk.
    synced: watch::Sender<u64>,
    head: File,
}

#[derive(Debug)]
struct State {
    file: Arc<File>,
    /// Bytes of it that are lines.
    written: u64,
    /// Lines that are composed and not yet written.
    buffer: Vec<u8>,
    /// Number and hash of the last line that is composed.
    seq: u64,
    prev: Hash,
    /// Whether there is something that the flusher has not seen.
    dirty: bool,
    idle: bool,
    closing: bool,
    broken: Option<String>,
}

impl Log {
    /// Opens a log to write to it, and makes it where it is not there. What the last writer left behind is mended: a line that is
    /// not whole is cut off, and the first line that is written says so.
    ///
    /// # Errors
    ///
    /// Somebody else writes to it, it is damaged, or the file system refuses.
    pub fn open(settings: Settings) -> Result<Self, LogError> {
        let path = settings.file.clone();
        let at = |source| LogError::File { path: path.clone(), source };
        let lock = open::lock(&path)?;
        let key = Key::beside(&path).map_err(at)?;
        let Tail { file, written, seq, prev, repaired } = open::tail(&path)?;
        let head = open::head(&path).map_err(at)?;
        let told = repaired.as_ref().map(|repaired| told(&path, repaired));
        let state = State {
            file: Arc::new(file),
            written,
            buffer: Vec::new(),
            seq,
            prev,
            dirty: true,
            idle: false,
            closing: false,
            broken: None,
        };
        let shared = Shared {
            state: Mutex::new(state),
            wake: Condvar::new(),
            synced: watch::Sender::new(0),
            head,
            settings,
        };
        let opened = shared.opened(None, repaired);
        shared.append_and_write(|buffer| members(&Event::Open(opened), buffer))?;
        let shared = Arc::new(shared);
        let flusher = thread::Builder::new().name("audit".to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || shared.flush()
        });
        let flusher = Some(flusher.map_err(at)?);
        Ok(Self { shared, flusher, key, repaired: told, _lock: lock })
    }

    /// Where and how it is kept, as a sentence.
    pub fn describe(&self) -> String {
        let settings = &self.shared.settings;
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
        let (_, file) = self.shared.append_and_write(|buffer| members(&event, buffer))?;
        if self.shared.settings.sync == Sync::None {
            return Ok(());
        }
        file.sync_data().map_err(|source| self.shared.error(source))
    }

    /// Keeps what an example showed.
    pub(crate) fn exercised(&self, exercised: Exercised) -> Result<(), LogError> {
        let event = Event::Exercised(exercised);
        self.shared.append_and_write(|buffer| members(&event, buffer)).map(drop)
    }

    pub(crate) fn key(&self) -> &Key {
        &self.key
    }

    /// Writes a line after which something may run: it is as safe as the log promises once this resolves.
    pub(crate) async fn before(&self, body: impl FnOnce(&mut Vec<u8>)) -> Result<(), LogError> {
        let (seq, _) = self.shared.append_and_write(body)?;
        self.wait(seq).await
    }

    /// Writes a line after which somebody is answered.
    pub(crate) async fn after(&self, body: impl FnOnce(&mut Vec<u8>)) -> Result<(), LogError> {
        if self.shared.settings.sync == Sync::Always {
            return self.before(body).await;
        }
        self.shared.append(body);
        Ok(())
    }

    /// Writes a line for which nobody waits.
    pub(crate) fn note(&self, body: impl FnOnce(&mut Vec<u8>)) {
        self.shared.append(body);
    }

    async fn wait(&self, seq: u64) -> Result<(), LogError> {
        if self.shared.settings.sync != Sync::Always {
            return Ok(());
        }
        let mut synced = self.shared.synced.subscribe();
        // The sender lives as long as this does.
        let _ = synced.wait_for(|&synced| synced >= seq).await;
        match &self.shared.state().broken {
            Some(why) => Err(LogError::Broken(why.clone())),
            None => Ok(()),
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.shared.state().closing = true;
        self.shared.wake.notify_one();
        if let Some(flusher) = self.flusher.take() {
            // A flusher that panicked has nothing more to write.
            let _ = flusher.join();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self, source: io::Error) -> LogError {
        LogError::File { path: self.settings.file.clone(), source }
    }

    /// Composes a line; the flusher writes it, or whoever writes the next one.
    fn append(&self, body: impl FnOnce(&mut Vec<u8>)) {
        let mut state = self.state();
        state.compose(body);
        self.is_dirty(&mut state);
    }

    /// Composes a line and writes it, with all that were composed before. Where that fails, it is as if it had not been composed.
    fn append_and_write(
        &self,
        body: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(u64, Arc<File>), LogError> {
        let mut state = self.state();
        if let Some(why) = &state.broken {
            return Err(LogError::Broken(why.clone()));
        }
        if state.written >= self.settings.rotate_bytes {
            self.rotate(&mut state)?;
        }
        let before = (state.buffer.len(), state.seq, state.prev);
        state.compose(body);
        if let Err(source) = state.write() {
            let (length, seq, prev) = before;
            state.buffer.truncate(length);
            (state.seq, state.prev) = (seq, prev);
            return Err(self.error(source));
        }
        self.is_dirty(&mut state);
        Ok((state.seq, Arc::clone(&state.file)))
    }

    fn is_dirty(&self, state: &mut State) {
        state.dirty = true;
        if state.idle {
            state.idle = false;
            self.wake.notify_one();
        }
    }

    /// Begins a new file, which goes on with the chain.
    fn rotate(&self, state: &mut State) -> Result<(), LogError> {
        let path = &self.settings.file;
        let full = files::next(path);
        let new = files::with(path, "new");
        let begun = (|| {
            state.write()?;
            if self.settings.sync != Sync::None {
                state.file.sync_data()?;
            }
            File::options().append(true).create(true).mode(0o600).open(&new)
        })();
        let file = begun.map_err(|source| self.error(source))?;
        let renamed = fs::rename(path, &full)
            .and_then(|()| fs::rename(&new, path))
            .and_then(|()| open::sync_folder(path));
        if let Err(source) = renamed {
            state.broken = Some(format!("{} could not be begun anew: {source}", path.display()));
            return Err(self.error(source));
        }
        state.file = Arc::new(file);
        state.written = 0;
        let opened = self.opened(Some(&full), None);
        state.compose(|buffer| members(&Event::Open(opened), buffer));
        Ok(())
    }

    fn opened(&self, continues: Option<&Path>, repaired: Option<Repaired>) -> Opened {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let authority = self.settings.authority.as_deref().unwrap_or(super::NOT_CONFIGURED);
        Opened {
            at: now(),
            format: FORMAT,
            sync: sync_name(self.settings.sync).to_owned(),
            authority: authority.to_owned(),
            continues: continues.and_then(name),
            repaired,
        }
    }

    /// Writes what nobody else has written, and has the disk keep it, until the log is closed.
    fn flush(&self) {
        let mut state = self.state();
        loop {
            while !state.dirty && !state.closing {
                state.idle = true;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.idle = false;
            if self.settings.sync != Sync::Always && !state.closing {
                // Those who come meanwhile share one look at the disk.
                let waited = self.wake.wait_timeout_while(state, GROUP, |state| !state.closing);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            // What cannot be written stays in the buffer, and is tried again with the next line.
            let _ = state.write();
            state.dirty = false;
            let (file, seq, hash) = (Arc::clone(&state.file), state.seq, state.prev);
            let whole = state.buffer.is_empty();
            drop(state);
            let synced = if self.settings.sync == Sync::None { Ok(()) } else { file.sync_data() };
            if whole && synced.is_ok() {
                // It says how long the log was, should its end be cut off. Without it the chain holds all the same.
                let _ = self.head.write_all_at(&open::head_text(seq, &hash), 0);
            }
            state = self.state();
            if let Err(error) = synced {
                // What the system could not write it may have dropped (fsync(2)); nothing after it can be promised.
                let path = self.settings.file.display();
                state.broken = Some(format!("{path} could not be written to the disk: {error}"));
            }
            self.synced.send_replace(seq);
            if state.closing && (!state.dirty || state.broken.is_some()) {
                return;
            }
        }
    }
}

impl State {
    fn compose(&mut self, body: impl FnOnce(&mut Vec<u8>)) {
        self.seq += 1;
        self.prev = compose(&mut self.buffer, self.seq, &self.prev, body);
    }

    /// Writes the buffer, whole or not at all.
    fn write(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        if let Err(error) = (&*self.file).write_all(&self.buffer) {
            if let Err(error) = self.file.set_len(self.written) {
                self.broken =
                    Some(format!("a line that was not whole could not be cut off: {error}"));
            }
            return Err(error);
        }
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

/// The name of a durability, as deployments have it.
fn sync_name(sync: Sync) -> &'static str {
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
        parts.push(format!("{} lines at its end are lost", repaired.lines));
    }
    format!("{} was repaired: {}", path.display(), parts.join(", and "))
}
