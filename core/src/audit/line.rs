//! The lines of a log, each chained by its hash to the one before.
//!
//! A line is one JSON object. It begins with its number and the hash of the line before it, and ends with its own hash:
//! SHA-256 of all of the line that stands before `,"hash":`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::digest::push_hex;
use super::record::{By, Outcome, OutputDigest, Process, Record};

/// What a line tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Event {
    /// A writer began to write.
    Open(Opened),
    /// Something is about to run.
    Start(Box<Start>),
    /// It ended.
    End(End),
    /// Something whose end is known with its start, as where nothing ran.
    Whole(Box<Record>),
    /// An example was exercised and its answer looked at.
    Exercised(Exercised),
}

/// An example was exercised. Its calls have records of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exercised {
    pub(crate) at: String,
    pub(crate) instance: String,
    pub(crate) tool: String,
    pub(crate) digest: String,
    pub(crate) example: String,
    pub(crate) passed: bool,
}

/// A writer began to write: a server started, or a file was full.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) at: String,
    /// Version of this format.
    pub(crate) format: u32,
    /// The durability that was promised.
    pub(crate) sync: String,
    /// SHA-256 of the roles, or `not configured`.
    pub(crate) authority: String,
    /// The file in which the log began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) continues: Option<String>,
    /// What had to be mended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) repaired: Option<Repaired>,
}

/// What was lost when the last writer ended without closing its log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repaired {
    /// Bytes of a line that was not whole, cut off.
    pub(crate) bytes: u64,
    /// Lines that are known to have been there.
    pub(crate) lines: u64,
    /// Whether the file that knows how many there were was gone or unreadable.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unattested: bool,
}

/// The part of a record that is known before anything runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Start {
    pub(crate) id: String,
    pub(crate) tool: String,
    pub(crate) name: String,
    pub(crate) digest: String,
    pub(crate) instance: String,
    pub(crate) version: String,
    pub(crate) arm: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) skill: Option<String>,
    #[serde(default)]
    pub(crate) by: By,
    pub(crate) authority: String,
    #[serde(default)]
    pub(crate) context: Process,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) example: Option<String>,
    #[serde(default)]
    pub(crate) inputs: Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) argv: Option<Vec<String>>,
    pub(crate) started: String,
}

/// The rest of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) id: String,
    pub(crate) outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) exit: Option<i32>,
    pub(crate) finished: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<OutputDigest>,
}

impl Start {
    /// The whole record, once the end is known; without one, nobody knows how it ended.
    pub(crate) fn ended(self, end: Option<End>) -> Record {
        let end = end.unwrap_or(End {
            id: String::new(),
            outcome: Outcome::Undetermined,
            reason: Some("there is no end of it in the log".to_owned()),
            exit: None,
            finished: String::new(),
            output: None,
        });
        Record {
            id: self.id,
            tool: self.tool,
            name: self.name,
            digest: self.digest,
            instance: self.instance,
            version: self.version,
            arm: self.arm,
            skill: self.skill,
            by: self.by,
            authority: self.authority,
            context: self.context,
            example: self.example,
            inputs: self.inputs,
            argv: self.argv,
            outcome: end.outcome,
            reason: end.reason,
            exit: end.exit,
            started: self.started,
            finished: Some(end.finished).filter(|finished| !finished.is_empty()),
            output: end.output,
        }
    }
}

/// Hexadecimal digits of a hash.
pub(super) type Hash = [u8; 64];

/// What the first line of a log names as the hash of the line before it.
pub(super) const NONE: Hash = [b'0'; 64];

const PREV: &[u8] = b",\"prev\":\"";
const HASH: &[u8] = b",\"hash\":\"";
/// Bytes of a line from `,"hash":` to its closing brace.
const TAIL: usize = HASH.len() + 64 + 2;

/// Adds a line to a buffer; gives its hash. `body` adds the members of the event, with a comma before each.
pub(super) fn compose(
    buffer: &mut Vec<u8>,
    seq: u64,
    prev: &Hash,
    body: impl FnOnce(&mut Vec<u8>),
) -> Hash {
    let begin = buffer.len();
    buffer.extend_from_slice(b"{\"seq\":");
    push_number(seq, buffer);
    buffer.extend_from_slice(PREV);
    buffer.extend_from_slice(prev);
    buffer.push(b'"');
    body(buffer);
    let digest = Sha256::digest(&buffer[begin..]);
    buffer.extend_from_slice(HASH);
    let at = buffer.len();
    push_hex(&digest, buffer);
    let hash = buffer[at..].try_into().unwrap_or(NONE);
    buffer.extend_from_slice(b"\"}\n");
    hash
}

fn push_number(number: u64, buffer: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number;
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    buffer.extend_from_slice(&digits[at..]);
}

/// The members of an event, with a comma before each.
pub(super) fn members(event: &Event, buffer: &mut Vec<u8>) {
    let at = buffer.len();
    // Nothing in an event fails to be JSON.
    let _ = serde_json::to_writer(&mut *buffer, event);
    if buffer.len() > at {
        buffer[at] = b',';
        buffer.pop();
    }
}

/// A line's place in the chain. `line` is without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) seq: u64,
    pub(super) prev: Hash,
    pub(super) hash: Hash,
}

/// Why something is no line of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// It has not the shape of one.
    Shape,
    /// Its hash is not that of its text.
    Changed(u64),
}

impl Link {
    pub(super) fn of(line: &[u8]) -> Result<Self, Broken> {
        let (seq, prev) = head(line).ok_or(Broken::Shape)?;
        let cut = line.len().checked_sub(TAIL).ok_or(Broken::Shape)?;
        let (text, tail) = line.split_at(cut);
        let hash: Hash = tail
            .strip_prefix(HASH)
            .and_then(|rest| rest.strip_suffix(b"\"}"))
            .and_then(|hash| hash.try_into().ok())
            .ok_or(Broken::Shape)?;
        let mut digest = Vec::with_capacity(64);
        push_hex(&Sha256::digest(text), &mut digest);
        if digest == hash { Ok(Self { seq, prev, hash }) } else { Err(Broken::Changed(seq)) }
    }
}

fn head(line: &[u8]) -> Option<(u64, Hash)> {
    let rest = line.strip_prefix(b"{\"seq\":")?;
    let digits = rest.iter().position(|byte| !byte.is_ascii_digit())?;
    let seq = str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    let rest = rest[digits..].strip_prefix(PREV)?;
    let prev = rest.get(..64)?.try_into().ok()?;
    Some((seq, prev))
}

/// What a line tells; its place in the chain is not looked at.
pub(super) fn event(line: &[u8]) -> Option<Event> {
    let Value::Object(mut members) = serde_json::from_slice(line).ok()? else { return None };
    for link in ["seq", "prev", "hash"] {
        members.remove(link);
    }
    serde_json::from_value(Value::Object(members)).ok()
}
