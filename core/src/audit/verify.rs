//! Whether a log is as it was written: every line's hash, and the chain from line to line.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use serde::Serialize;

use super::chain::{Chain, Line};
use super::line::{Event, Link, Repaired, event};
use super::{files, open};

/// A log that was verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Lines that were looked at.
    pub lines: u64,
    /// Files that were looked at.
    pub files: u64,
    /// Number of the last line. Whoever writes it down elsewhere, with its hash, sees later whether anything before it changed.
    pub last: u64,
    /// Its hash.
    pub hash: String,
    /// What is wrong, in the order of the log.
    pub breaches: Vec<Breach>,
    /// Repairs that the log itself tells of: a line that was not whole was cut off there, since its writer was ended.
    pub repairs: Vec<Breach>,
}

/// A place where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// The file.
    pub file: PathBuf,
    /// The line in it, from 1.
    pub line: u64,
    /// `changed`, `missing`, `reordered`, `replaced`, `cut`, `unattested` or `repaired`.
    pub code: &'static str,
    /// What is wrong there.
    pub message: String,
}

impl Breach {
    /// The breach as a compiler would tell it.
    pub fn text(&self) -> String {
        format!("{}:{}: {}: {}", self.file.display(), self.line, self.code, self.message)
    }
}

/// A log that could not be looked at.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}", path = .path.display())]
pub struct VerifyError {
    path: PathBuf,
    source: io::Error,
}

/// Bytes that a thread looks at in one go.
const CHUNK: usize = 4 << 20;

/// Looks at every line of a log and its full files. Hashes are taken on all processors; the files are read in pieces, so they
/// may be of any size.
///
/// # Errors
///
/// A file cannot be read.
pub fn verify(log: &Path) -> Result<Verified, VerifyError> {
    let log = &files::real(log);
    // Before the lines: a server that runs writes on, and the head is never before them.
    let mut chain = Chain::after(open::read_head(log));
    let all = files::all(log);
    for path in &all {
        let at = |source| VerifyError { path: path.clone(), source };
        chain.begin(path);
        let mut pieces =
            Pieces { file: File::open(path).map_err(at)?, rest: Vec::new(), ended: false };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        loop {
            let mut batch = Vec::new();
            while batch.len() < threads
                && let Some(piece) = pieces.next().map_err(at)?
            {
                batch.push(piece);
            }
            if batch.is_empty() {
                break;
            }
            let looked_at: Vec<_> = thread::scope(|scope| {
                let looking: Vec<_> =
                    batch.iter().map(|piece| scope.spawn(|| links(piece))).collect();
                looking.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
            });
            for line in looked_at.into_iter().flatten() {
                chain.add(line);
            }
        }
        chain.end(&pieces.rest);
    }
    Ok(chain.finish(log))
}

/// A file in pieces that end with a line end.
struct Pieces {
    file: File,
    rest: Vec<u8>,
    ended: bool,
}

impl Pieces {
    /// The next piece; what follows the last line end is left in `rest`.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut piece = std::mem::take(&mut self.rest);
        while !self.ended {
            let read = self.file.by_ref().take(CHUNK as u64).read_to_end(&mut piece)?;
            self.ended = read == 0;
            if let Some(end) = piece.iter().rposition(|&byte| byte == b'\n') {
                self.rest = piece.split_off(end + 1);
                return Ok(Some(piece));
            }
        }
        self.rest = piece;
        Ok(None)
    }
}

fn links(piece: &[u8]) -> Vec<Line> {
    // What is after the last line end is no line.
    let whole = piece.strip_suffix(b"\n").unwrap_or(piece);
    whole
        .split(|&byte| byte == b'\n')
        .map(|line| {
            // The members of a line come in one order, so only the few that tell of a repair are parsed.
            let is_open =
                line.get(..160).unwrap_or(line).windows(14).any(|w| w == b"\"kind\":\"open\",");
            let repaired = if is_open { repaired(line) } else { None };
            (Link::of(line), repaired)
        })
        .collect()
}

fn repaired(line: &[u8]) -> Option<Repaired> {
    match event(line)? {
        Event::Open(opened) => opened.repaired,
        _ => None,
    }
}
