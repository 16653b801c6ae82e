//! Whether a log is as it was written: every line's hash, and the chain from line to line.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;

use serde::Serialize;

use super::line::{Broken, Event, Hash, Link, NONE, event};
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
    /// Repairs that the log itself tells of: something was lost there when its writer was ended.
    pub repairs: Vec<Breach>,
}

/// A place where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// The file.
    pub file: PathBuf,
    /// The line in it, from 1.
    pub line: u64,
    /// `changed`, `missing`, `reordered`, `replaced`, `cut` or `repaired`.
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

/// Breaches that are told; nobody reads more.
const MOST: usize = 100;

/// Bytes that a thread looks at in one go.
const CHUNK: usize = 4 << 20;

/// Looks at every line of a log and its full files. Hashes are taken on all processors; the files are read in pieces, so they
/// may be of any size.
///
/// # Errors
///
/// A file cannot be read.
pub fn verify(log: &Path) -> Result<Verified, VerifyError> {
    let mut chain = Chain { known: open::read_head(log), ..Chain::default() };
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

/// A line: its place in the chain, or why it has none; and what the log itself says was mended there.
type Line = (Result<Link, Broken>, Option<(u64, u64)>);

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

fn repaired(line: &[u8]) -> Option<(u64, u64)> {
    match event(line)? {
        Event::Open(opened) => opened.repaired.map(|repaired| (repaired.bytes, repaired.lines)),
        _ => None,
    }
}

/// Numbers that were passed over, from the first to before the second, and where.
struct Gap {
    from: u64,
    to: u64,
    files: u64,
    file: PathBuf,
    line: u64,
}

/// What was seen so far.
struct Chain {
    verified: Verified,
    file: PathBuf,
    line: u64,
    /// The number that the next line should have, and the hash that it should name.
    next: u64,
    prev: Option<Hash>,
    /// A line that comes later may be one of them.
    gaps: Vec<Gap>,
    breaches: Vec<((u64, u64), Breach)>,
    /// The line that the log is known to have had, and the hash that was found for its number.
    known: Option<(u64, String)>,
    found: Option<Hash>,
}

impl Default for Chain {
    fn default() -> Self {
        Self {
            verified: Verified::default(),
            file: PathBuf::new(),
            line: 0,
            next: 1,
            prev: Some(NONE),
            gaps: Vec::new(),
            breaches: Vec::new(),
            known: None,
            found: None,
        }
    }
}

impl Chain {
    fn begin(&mut self, path: &Path) {
        path.clone_into(&mut self.file);
        self.line = 0;
        self.verified.files += 1;
    }

    fn add(&mut self, (link, repaired): Line) {
        self.line += 1;
        self.verified.lines += 1;
        if let Some((bytes, lines)) = repaired {
            let message = format!(
                "a writer that was ended left {bytes} bytes of a line that was not whole, and {lines} lines are lost"
            );
            let repair = self.breach("repaired", message);
            self.verified.repairs.push(repair);
        }
        let link = match link {
            Ok(link) => link,
            Err(broken) => {
                let message = match broken {
                    Broken::Shape => "this is no line of a log".to_owned(),
                    Broken::Changed(seq) => {
                        format!(
                            "line {seq} of the log is not what was written: its hash is another"
                        )
                    }
                };
                self.tell("changed", message);
                // Whatever it was, it stood here; the next line names the hash that it had.
                self.next += 1;
                self.prev = None;
                return;
            }
        };
        self.place(&link);
        if link.seq >= self.next {
            self.next = link.seq + 1;
            self.prev = Some(link.hash);
        }
        if link.seq >= self.verified.last {
            self.verified.last = link.seq;
            self.verified.hash = String::from_utf8_lossy(&link.hash).into_owned();
        }
        if self.known.as_ref().is_some_and(|(seq, _)| *seq == link.seq) {
            self.found = Some(link.hash);
        }
    }

    /// Whether a line stands where it was written.
    fn place(&mut self, link: &Link) {
        if link.seq == self.next {
            if self.prev.is_some_and(|prev| prev != link.prev) {
                let message = format!(
                    "line {} of the log follows another line than the one it was written after",
                    link.seq
                );
                self.tell("replaced", message);
            }
        } else if link.seq > self.next {
            self.gaps.push(Gap {
                from: self.next,
                to: link.seq,
                files: self.verified.files,
                file: self.file.clone(),
                line: self.line,
            });
        } else if let Some(at) =
            self.gaps.iter().position(|gap| (gap.from..gap.to).contains(&link.seq))
        {
            let Gap { from, to, files, file, line } = self.gaps.remove(at);
            for (from, to) in [(from, link.seq), (link.seq + 1, to)] {
                if from < to {
                    self.gaps.push(Gap { from, to, files, file: file.clone(), line });
                }
            }
            self.tell("reordered", format!("line {} of the log stands too late", link.seq));
        } else if link.seq + 1 < self.next {
            self.tell("reordered", format!("line {} of the log is there again", link.seq));
        }
    }

    /// The end of a file: what is after its last line end is a line that was cut.
    fn end(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.line += 1;
            let message = format!(
                "the last line is not whole: it ends after {} bytes; the next start of the server cuts it off and says so",
                rest.len()
            );
            self.tell("cut", message);
        }
    }

    fn finish(mut self, log: &Path) -> Verified {
        for Gap { from, to, files, file, line } in std::mem::take(&mut self.gaps) {
            let message = match to - from {
                1 => format!("line {from} of the log is missing before this one"),
                _ => format!("lines {from} to {} of the log are missing before this one", to - 1),
            };
            self.breaches.push(((files, line), Breach { file, line, code: "missing", message }));
        }
        let head = files::with(log, "head");
        match self.known.take() {
            Some((seq, _)) if seq > self.verified.last => {
                let message = format!(
                    "the log ends with line {}, and {} says that it had {seq}: its end was cut off",
                    self.verified.last,
                    head.display()
                );
                self.tell("cut", message);
            }
            Some((seq, hash)) if self.found.is_some_and(|found| found[..] != *hash.as_bytes()) => {
                let message = format!(
                    "line {seq} of the log is not the one that {} remembers: the log was written anew",
                    head.display()
                );
                self.tell("replaced", message);
            }
            _ => {}
        }
        self.breaches.sort_by_key(|(place, _)| *place);
        let breaches = self.breaches.into_iter().map(|(_, breach)| breach).take(MOST);
        self.verified.breaches = breaches.collect();
        self.verified
    }

    fn breach(&self, code: &'static str, message: String) -> Breach {
        Breach { file: self.file.clone(), line: self.line, code, message }
    }

    fn tell(&mut self, code: &'static str, message: String) {
        // Nobody reads a million of them.
        if self.breaches.len() <= MOST {
            let breach = self.breach(code, message);
            self.breaches.push(((self.verified.files, self.line), breach));
        }
    }
}
