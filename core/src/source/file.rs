//! Reading a file, and turning byte spans into lines and columns.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::fault::{Fault, FaultKind, Location};
use crate::source::{Format, Span};

/// Bytes that a file may have. A node is a page of text; what is larger was put there by mistake.
pub(crate) const MAX_BYTES: u64 = 1 << 20;

/// The text of a file, with what is needed to say where something stands.
#[derive(Debug)]
pub(crate) struct Source {
    shown: Arc<Path>,
    format: Format,
    text: String,
    /// Length of a byte order mark; spans are counted behind it.
    mark: usize,
    /// Offset of the first byte of each line.
    lines: Vec<usize>,
}

impl Source {
    pub(crate) fn new(text: String, format: Format, shown: &Path) -> Self {
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let lines = std::iter::once(0)
            .chain(
                text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1),
            )
            .collect();
        Self { shown: Arc::from(shown), format, text, mark, lines }
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// The text without a byte order mark. Spans count from its first byte.
    pub(crate) fn body(&self) -> &str {
        &self.text[self.mark..]
    }

    /// The place of a span.
    pub(crate) fn location(&self, span: Span) -> Location {
        let start = self.text.floor_char_boundary(span.start + self.mark);
        let end = self.text.ceil_char_boundary(span.end + self.mark).max(start);
        let line = self.lines.partition_point(|first| *first <= start) - 1;
        let first = self.lines[line].max(if line == 0 { self.mark } else { 0 });
        let column = self.text[first..start].chars().count() + 1;
        Location {
            path: Arc::clone(&self.shown),
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            span: (start, end),
        }
    }

    /// The part of a span on its first line: a fault about a long table is shown at its head.
    pub(crate) fn head(&self, span: Span) -> Span {
        let end = span.end.min(self.body().len());
        let text = self.body().get(span.start..end).unwrap_or("");
        let head = text.lines().next().unwrap_or("").trim_end();
        Span { start: span.start, end: span.start + head.len() }
    }
}

/// Reads a text file: a regular file, or a link to one, of at most 1 MiB of UTF-8.
pub(crate) fn read(path: &Path, format: Format, shown: &Path) -> Result<Source, Fault> {
    let whole = |message: String| Fault {
        location: Location::whole(shown),
        kind: FaultKind::Unreadable,
        message,
        help: None,
    };
    let metadata = fs::metadata(path).map_err(|error| whole(why_missing(path, &error)))?;
    if metadata.is_dir() {
        return Err(whole("this is a folder, where a file should be".into()));
    }
    if !metadata.is_file() {
        // Opening a pipe would wait for a writer.
        return Err(whole("this is neither a file nor a link to one".into()));
    }
    let too_large = |help: &str| Fault {
        help: Some(help.into()),
        ..whole(format!("the file is larger than {MAX_BYTES} bytes"))
    };
    if metadata.len() > MAX_BYTES {
        return Err(too_large("a file of this kind is a page of text; is it in the right folder?"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| whole(format!("the file cannot be read: {}", reason(&error))))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large("it grew while it was read"));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(&error, format, shown))?;
    Ok(Source::new(text, format, shown))
}

fn not_utf8(error: &std::string::FromUtf8Error, format: Format, shown: &Path) -> Fault {
    let at = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let good = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let mut location = Source::new(good, format, shown).location(Span { start: at, end: at });
    location.span = (at, at);
    Fault {
        location,
        kind: FaultKind::Unreadable,
        message: format!("the file is not UTF-8: byte {at} is 0x{:02x}", bytes[at]),
        help: Some("save it as UTF-8".into()),
    }
}

/// Says why a path leads to nothing.
pub(crate) fn why_missing(path: &Path, error: &io::Error) -> String {
    let target = fs::read_link(path);
    if error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) {
        return "this is a symbolic link that leads back to itself".into();
    }
    match (target, error.kind()) {
        (Ok(target), io::ErrorKind::NotFound) => {
            format!("this is a symbolic link to `{}`, which does not exist", target.display())
        }
        (Err(_), io::ErrorKind::NotFound) => "it does not exist".into(),
        _ => format!("it cannot be read: {}", reason(error)),
    }
}

/// An operating system's error in words, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}
