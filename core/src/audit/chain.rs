//! The chain of a log: whether each line is the successor of the one before it, and where it is not.

use std::path::{Path, PathBuf};

use super::files;
use super::line::{Broken, Hash, Link, NONE, Repaired};
use super::open::Head;
use super::verify::{Breach, Verified};

/// Breaches that are told; nobody reads more.
const MOST: usize = 100;

/// A line: its place in the chain, or why it has none; and what the log itself says was mended there.
pub(super) type Line = (Result<Link, Broken>, Option<Repaired>);

/// Numbers that were passed over, from the first to before the second, and where.
struct Gap {
    from: u64,
    to: u64,
    files: u64,
    file: PathBuf,
    line: u64,
}

/// What was seen so far.
pub(super) struct Chain {
    verified: Verified,
    file: PathBuf,
    line: u64,
    /// The number that the next line should have, and the hash that it should name.
    next: u64,
    prev: Hash,
    /// What stood here since and is no line, or none that was written. Each may have been a line, or have been put in.
    unread: u64,
    /// A line that comes later may be one of them.
    gaps: Vec<Gap>,
    breaches: Vec<((u64, u64), Breach)>,
    /// The line that the log is known to have had, and the hash that was found for its number.
    known: Head,
    found: Option<Hash>,
}

impl Chain {
    /// Of a log that is known to have had a line.
    pub(super) fn after(known: Head) -> Self {
        Self {
            verified: Verified::default(),
            file: PathBuf::new(),
            line: 0,
            next: 1,
            prev: NONE,
            unread: 0,
            gaps: Vec::new(),
            breaches: Vec::new(),
            known,
            found: None,
        }
    }

    pub(super) fn begin(&mut self, path: &Path) {
        path.clone_into(&mut self.file);
        self.line = 0;
        self.verified.files += 1;
    }

    pub(super) fn add(&mut self, (link, repaired): Line) {
        self.line += 1;
        self.verified.lines += 1;
        if let Some(repaired) = repaired {
            self.mended(&repaired);
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
                self.unread += 1;
                return;
            }
        };
        self.place(&link);
        if link.seq >= self.next {
            self.next = link.seq.saturating_add(1);
            self.prev = link.hash;
            self.unread = 0;
        }
        if link.seq >= self.verified.last {
            self.verified.last = link.seq;
            self.verified.hash = String::from_utf8_lossy(&link.hash).into_owned();
        }
        if self.known.seq() == Some(link.seq) {
            self.found.get_or_insert(link.hash);
        }
    }

    /// What the log itself says was found when a writer began. A writer that is killed leaves half a line; whole ones it does
    /// not lose.
    fn mended(&mut self, repaired: &Repaired) {
        let Repaired { bytes, lines, unattested } = repaired;
        if *bytes > 0 {
            let message =
                format!("a writer that was ended left {bytes} bytes of a line that was not whole");
            let repair = self.breach("repaired", message);
            self.verified.repairs.push(repair);
        }
        if *lines > 0 {
            let message = format!(
                "before line {} of the log, {lines} whole lines are lost: somebody cut them off, or the machine failed before they were on its disk, as may be with sync none or group",
                self.next
            );
            self.tell("cut", message);
        }
        if *unattested {
            let message = format!(
                "before line {} of the log, lines may be lost: when its writer began, the file that remembers the last line was not there or could not be read",
                self.next
            );
            self.tell("unattested", message);
        }
    }

    /// Whether a line stands where it was written: right after the one that it names.
    fn place(&mut self, link: &Link) {
        let seq = link.seq;
        if seq == self.next {
            if self.prev != link.prev {
                let message = format!(
                    "line {seq} of the log follows another line than the one it was written after"
                );
                self.tell("replaced", message);
            }
        } else if seq > self.next {
            // As many as are missing may be those that cannot be read, which are told already.
            let from = self.next.saturating_add(self.unread);
            if seq > from {
                self.gaps.push(Gap {
                    from,
                    to: seq,
                    files: self.verified.files,
                    file: self.file.clone(),
                    line: self.line,
                });
            }
        } else if let Some(at) = self.gaps.iter().position(|gap| (gap.from..gap.to).contains(&seq))
        {
            let Gap { from, to, files, file, line } = self.gaps.remove(at);
            for (from, to) in [(from, seq), (seq + 1, to)] {
                if from < to {
                    self.gaps.push(Gap { from, to, files, file: file.clone(), line });
                }
            }
            self.tell("reordered", format!("line {seq} of the log stands too late"));
        } else if seq == 0 {
            self.tell(
                "replaced",
                "a log begins with line 1, and this says that it is 0".to_owned(),
            );
        } else if seq + 1 == self.next && self.prev != link.hash {
            let message = format!(
                "line {seq} of the log is there already, and this is another: it was put in"
            );
            self.tell("replaced", message);
        } else {
            self.tell("reordered", format!("line {seq} of the log is there again"));
        }
    }

    /// The end of a file: what is after its last line end is a line that was cut.
    pub(super) fn end(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.line += 1;
            let message = format!(
                "the last line is not whole: it ends after {} bytes; the next start of the server cuts it off and says so",
                rest.len()
            );
            self.tell("cut", message);
        }
    }

    pub(super) fn finish(mut self, log: &Path) -> Verified {
        for Gap { from, to, files, file, line } in std::mem::take(&mut self.gaps) {
            let message = match to - from {
                1 => format!("line {from} of the log is missing before this one"),
                _ => format!("lines {from} to {} of the log are missing before this one", to - 1),
            };
            self.breaches.push(((files, line), Breach { file, line, code: "missing", message }));
        }
        let head = files::with(log, "head");
        match std::mem::replace(&mut self.known, Head::Missing) {
            Head::Line(seq, _) if seq > self.verified.last => {
                let message = format!(
                    "the log ends with line {}, and {} says that it had {seq}: its end was cut off",
                    self.verified.last,
                    head.display()
                );
                self.tell("cut", message);
            }
            Head::Line(seq, hash)
                if self.found.is_some_and(|found| found[..] != *hash.as_bytes()) =>
            {
                let message = format!(
                    "line {seq} of the log is not the one that {} remembers: the log was written anew",
                    head.display()
                );
                self.tell("replaced", message);
            }
            Head::Line(..) => {}
            Head::Missing | Head::Unreadable if self.verified.lines == 0 => {}
            head_is => {
                let what = match head_is {
                    Head::Missing => "is not there",
                    _ => "is not as it was written",
                };
                let message = format!(
                    "nobody can say whether the log ended here: {}, which remembers its last line, {what}",
                    head.display()
                );
                self.tell("unattested", message);
            }
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
