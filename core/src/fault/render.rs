//! Faults as text with excerpts of the files that they are in.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term::{self, Config};

use toolnode_rules::text;

use super::Fault;
use crate::source::MAX_BYTES;

/// Faults for people, in plain text, each with the lines that it is about.
///
/// Excerpts are read from the files as they are shown, now. Where that does not work, or a fault is about a whole
/// file, it is one line: `path:line:column: message; help`.
pub fn render(faults: &[Fault]) -> String {
    let mut files = HashMap::new();
    let mut rendered = String::new();
    for fault in faults {
        let path = &*fault.location.path;
        let file = files.entry(path).or_insert_with(|| excerpts(path));
        let excerpt = file
            .as_ref()
            .filter(|_| fault.location.line > 0)
            .and_then(|file| with_excerpt(fault, file));
        match excerpt {
            Some(excerpt) => rendered.push_str(&excerpt),
            None => writeln!(rendered, "{}", one_line(fault)).unwrap_or_default(),
        }
    }
    rendered
}

type File = SimpleFile<String, String>;

fn excerpts(path: &Path) -> Option<File> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let text = fs::read_to_string(path).ok().filter(|_| metadata.len() <= MAX_BYTES)?;
    Some(SimpleFile::new(visible(&path.display().to_string()), visible(&text)))
}

/// The text with a stand-in of the same length for each character that a terminal would obey or hide, so that a
/// file cannot change how it is shown (CWE-150).
fn visible(written: &str) -> String {
    let stand_in = |character: char| match character {
        '\n' | '\t' => character,
        '\r' => ' ',
        _ if !text::is_unprintable(character) => character,
        _ => match character.len_utf8() {
            1 => '?',
            2 => '\u{bf}',
            3 => '\u{fffd}',
            _ => '\u{1f5cc}',
        },
    };
    written.chars().map(stand_in).collect()
}

fn with_excerpt(fault: &Fault, file: &File) -> Option<String> {
    let (start, end) = fault.location.span;
    // The file may have changed since it was read.
    file.source().get(start..end)?;
    let mut diagnostic = Diagnostic::error()
        .with_message(visible(&fault.message).replace('\n', " "))
        .with_label(Label::primary((), start..end));
    diagnostic.notes.extend(fault.help.as_deref().map(visible));
    term::emit_into_string(&Config::default(), file, &diagnostic).ok()
}

fn one_line(fault: &Fault) -> String {
    visible(&fault.to_string()).replace('\n', " ")
}
