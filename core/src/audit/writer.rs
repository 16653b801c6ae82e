//! The writer of a log: lines are chained, written, and kept by the disk, each at its time.
//!
//! Whoever waits for a line writes all that are there by then, with one call of the system: calls that come close together find
//! theirs written, and what nobody waits for goes with them. A thread has the disk keep what was written, so that nobody waits
//! for the disk who need not.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::line::{Event, Hash, Opened, Repaired, compose, members};
use super::log::{LogError, Settings, sync_name};
use super::open::{self, Tail};
use super::{files, now};
use crate::deploy::Sync;

/// The time that a line may wait to be written by `group`, without what the disk itself takes.
const GROUP: Duration = Duration::from_millis(4);

/// The format that lines are written in.
const FORMAT: u32 = 1;

#[derive(Debug)]
pub(super) struct Writer {
    settings: Settings,
    state: Mutex<State>,
    /// Whether there is something that the disk need not have yet.
    dirty: AtomicBool,
    /// Whether the log is to be closed.
    bell: Mutex<bool>,
    wake: Condvar,
    /// Lines that are to be written.
    queue: Mutex<Vec<Line>>,
    head: File,
}

/// What became of a line, once that is known.
pub(super) type Fate = Arc<OnceLock<Result<(), LogError>>>;

/// A line, without what chains it.
#[derive(Debug)]
struct Line {
    body: Vec<u8>,
    /// Where somebody waits for it.
    fate: Option<Fate>,
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
    broken: Option<String>,
}

impl Writer {
    /// Goes on where a log ends; the first line says so.
    pub(super) fn open(settings: Settings, tail: Tail, head: File) -> Result<Self, LogError> {
        let Tail { file, written, seq, prev, repaired } = tail;
        if seq == 0 && repaired.is_none() {
            // Before the first line, so that a log with lines and without it is known to be none that was left so.
            let at = |source| LogError::File { path: files::with(&settings.file, "head"), source };
            head.write_all_at(&open::head_text(seq, &prev), 0).map_err(at)?;
            if settings.sync != Sync::None {
                head.sync_all().map_err(at)?;
            }
        }
        let file = Arc::new(file);
        let writer = Self {
            settings,
            state: Mutex::new(State { file, written, buffer: Vec::new(), seq, prev, broken: None }),
            dirty: AtomicBool::new(false),
            bell: Mutex::new(false),
            wake: Condvar::new(),
            queue: Mutex::default(),
            head,
        };
        let opened = writer.opened(None, repaired);
        writer.append_and_write(|buffer| members(&Event::Open(opened), buffer))?;
        Ok(writer)
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Has the thread write what there is, and end.
    pub(super) fn close(&self) {
        *self.bell() = true;
        self.wake.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn error(&self, source: io::Error) -> LogError {
        LogError::File { path: self.settings.file.clone(), source }
    }

    fn bell(&self) -> MutexGuard<'_, bool> {
        self.bell.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queue(&self) -> MutexGuard<'_, Vec<Line>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line that somebody waits for.
    pub(super) fn enqueue(&self, body: impl FnOnce(&mut Vec<u8>)) -> Fate {
        let fate = Fate::default();
        self.push(body, Some(Arc::clone(&fate)));
        fate
    }

    /// A line that is written with the next one, or when the disk is seen to.
    pub(super) fn note(&self, body: impl FnOnce(&mut Vec<u8>)) {
        self.push(body, None);
    }

    fn push(&self, body: impl FnOnce(&mut Vec<u8>), fate: Option<Fate>) {
        let mut line = Vec::with_capacity(512);
        body(&mut line);
        self.queue().push(Line { body: line, fate });
        // Whoever was to write it may be gone before its turn.
        self.is_dirty();
    }

    /// Writes all that is in the queue, unless the line was written with others meanwhile.
    pub(super) fn write_until(&self, fate: &Fate) -> Result<(), LogError> {
        if fate.get().is_none() {
            let mut state = self.state();
            if fate.get().is_none() {
                self.write_all(&mut state);
            }
        }
        match fate.get() {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(error.again()),
            None => Err(LogError::Broken("a line was lost".to_owned())),
        }
    }

    /// Writes all lines of the queue.
    fn write_all(&self, state: &mut State) {
        let lines = self.take();
        if !lines.is_empty() {
            let written = self.write_lines(state, &lines);
            self.settle(lines, &written);
        }
    }

    fn take(&self) -> Vec<Line> {
        std::mem::take(&mut *self.queue())
    }

    /// Tells whoever waits what became of the lines; where they could not be written, the others are tried again with the next ones.
    fn settle(&self, lines: Vec<Line>, written: &Result<(), LogError>) {
        let mut again = Vec::new();
        for Line { body, fate } in lines {
            match (fate, written) {
                (Some(fate), written) => {
                    // It is set here alone.
                    let _ = fate.set(written.as_ref().copied().map_err(LogError::again));
                }
                (None, Ok(())) => {}
                (None, Err(_)) => again.push(Line { body, fate: None }),
            }
        }
        if !again.is_empty() {
            let mut queue = self.queue();
            again.append(&mut queue);
            *queue = again;
        }
    }

    fn write_lines(&self, state: &mut State, lines: &[Line]) -> Result<(), LogError> {
        if let Some(why) = &state.broken {
            return Err(LogError::Broken(why.clone()));
        }
        if state.written >= self.settings.rotate_bytes {
            self.rotate(state)?;
        }
        let before = (state.buffer.len(), state.seq, state.prev);
        for line in lines {
            state.compose(|buffer| buffer.extend_from_slice(&line.body));
        }
        if let Err(source) = state.write() {
            state.back_to(before);
            return Err(self.error(source));
        }
        if self.settings.sync == Sync::Always
            && let Err(error) = state.file.sync_data()
        {
            return Err(self.broken(state, &error));
        }
        self.is_dirty();
        Ok(())
    }

    /// What the system could not write it may have dropped (fsync(2)); nothing after it can be promised.
    fn broken(&self, state: &mut State, error: &io::Error) -> LogError {
        let path = self.settings.file.display();
        let why = format!("{path} could not be written to the disk: {error}");
        state.broken = Some(why.clone());
        LogError::Broken(why)
    }

    /// Writes a line, after all that are in the queue. Where that fails, it is as if it had not been.
    pub(super) fn append_and_write(
        &self,
        body: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Arc<File>, LogError> {
        let mut own = Vec::with_capacity(512);
        body(&mut own);
        let mut state = self.state();
        let mut lines = self.take();
        lines.push(Line { body: own, fate: None });
        let written = self.write_lines(&mut state, &lines);
        lines.pop();
        self.settle(lines, &written);
        written.map(|()| Arc::clone(&state.file))
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

    /// Says that there is something that the disk need not have yet.
    fn is_dirty(&self) {
        // Whoever is the first to say so wakes the thread that sees to it.
        if !self.dirty.swap(true, Ordering::AcqRel) {
            drop(self.bell());
            self.wake.notify_one();
        }
    }

    /// Writes what nobody waits for, has the disk keep all that is written, and remembers how long the log is.
    pub(super) fn keep(&self) {
        self.dirty.store(false, Ordering::Release);
        let mut state = self.state();
        self.write_all(&mut state);
        let (file, seq, hash) = (Arc::clone(&state.file), state.seq, state.prev);
        // A line that could not be written is none that the log had.
        let all_written = state.buffer.is_empty();
        drop(state);
        let synced = match self.settings.sync {
            Sync::Group => file.sync_data(),
            // Whoever waited has seen to it, or nobody does.
            Sync::Always | Sync::None => Ok(()),
        };
        match synced {
            // It says how long the log was, should its end be cut off. Without it the chain holds all the same.
            Ok(()) if !all_written => {}
            Ok(()) => drop(self.head.write_all_at(&open::head_text(seq, &hash), 0)),
            Err(error) => drop(self.broken(&mut self.state(), &error)),
        }
    }

    /// Keeps what is new, until the log is closed.
    pub(super) fn flush(&self) {
        loop {
            let mut closing = self.bell();
            while !self.dirty.load(Ordering::Acquire) && !*closing {
                closing = self.wake.wait(closing).unwrap_or_else(PoisonError::into_inner);
            }
            if !*closing {
                // Those who come meanwhile share one look at the disk.
                let waited = self.wake.wait_timeout_while(closing, GROUP, |closing| !*closing);
                closing = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            let closes = *closing;
            drop(closing);
            self.keep();
            if closes {
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

    /// As it was before lines were composed that could not be written.
    fn back_to(&mut self, (length, seq, prev): (usize, u64, Hash)) {
        self.buffer.truncate(length);
        (self.seq, self.prev) = (seq, prev);
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
