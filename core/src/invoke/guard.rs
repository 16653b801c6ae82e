//! What a rendered word may be, whatever its type admits: the last look before a program sees it.

use std::path::{Component, Path};

use serde_json::Value;
use toolnode_rules::text;

use super::Refusal;
use crate::project::{Node, NodeInput};
use crate::registry::BadInput;
use crate::types;

/// Where a word will stand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    /// By itself: a leading dash would make it an option.
    Positional {
        /// Leading characters that the declaration admits.
        lead: &'a [String],
        /// Whether `--` goes before it.
        terminator: bool,
    },
    /// The word after a flag.
    AfterFlag,
    /// In one word with its flag.
    Joined,
}

/// Refuses a word that a program could take for something else than a value.
pub(super) fn check_word(word: &str, place: &Place<'_>) -> Result<(), String> {
    if let Some((offset, character)) = text::unprintable(word) {
        return Err(format!(
            "holds {} at byte {offset}, and a word may hold no control, line-break, bidirectional or zero-width character",
            character.escape_unicode()
        ));
    }
    if word.len() > WORD_BYTES {
        return Err(too_long(word.len()));
    }
    match place {
        Place::AfterFlag if word.starts_with('-') => Err(format!(
            "begins with \"-\", and the program could take {word:?} for an option; a declaration with `joined = true` would admit it"
        )),
        Place::AfterFlag | Place::Joined => Ok(()),
        Place::Positional { lead, terminator } => check_lead(word, lead, *terminator),
    }
}

fn check_lead(word: &str, lead: &[String], terminator: bool) -> Result<(), String> {
    let declared = |character: &str| lead.iter().any(|l| l == character);
    if word == "-" {
        return if declared("-") {
            Ok(())
        } else {
            Err("is \"-\", which many programs take for standard input".to_owned())
        };
    }
    if word.starts_with('-') && !terminator {
        return Err(format!(
            "begins with \"-\", and the program could take {word:?} for an option"
        ));
    }
    // "@file" is a response file to javac, gcc and many more (CVE-2024-23897); "+cmd" runs in editors and dig.
    for character in ["@", "+"] {
        if word.starts_with(character) && !declared(character) {
            return Err(format!(
                "begins with {character:?}, which some programs read as a file or a command; a declaration with `lead = [{character:?}]` would admit it"
            ));
        }
    }
    Ok(())
}

/// A type that says `"x-toolnode": {"path": "inside"}` names something inside the instance, links followed
/// (CWE-22, CWE-59).
pub(super) fn check_path(word: &str, input: &NodeInput, root: &Path) -> Result<(), String> {
    if !types::says_inside(&input.ty.schema) {
        return Ok(());
    }
    let path = Path::new(word);
    if path.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(
            "is no path inside the instance: it is absolute, or has \"..\" in it".to_owned()
        );
    }
    let root = root.canonicalize().map_err(|error| format!("cannot be judged: {error}"))?;
    let mut existing = root.join(path);
    while existing.symlink_metadata().is_err() {
        if !existing.pop() {
            return Err("is no path inside the instance".to_owned());
        }
    }
    match existing.canonicalize() {
        Ok(real) if real.starts_with(&root) => Ok(()),
        Ok(_) => Err("leads out of the instance by a symbolic link".to_owned()),
        Err(error) => Err(format!("is a path that cannot be followed: {error}")),
    }
}

/// Linux takes 32 pages of 4 KiB for one word, its end included (`MAX_ARG_STRLEN`, execve(2)).
const WORD_BYTES: usize = 131_071;

fn too_long(bytes: usize) -> String {
    format!("has {bytes} bytes, and one word may have at most {WORD_BYTES}")
}

/// Refuses a command line that the platform would not take, before it does so with `E2BIG`.
pub(super) fn check_size(
    node: &Node,
    program: &Path,
    fixed: &[String],
    given: &[(&str, String)],
) -> Result<(), Refusal> {
    // Each word costs its bytes, its end and a pointer.
    let cost = |bytes: usize| bytes + 1 + size_of::<usize>();
    let environment: usize = std::env::vars_os().map(|(k, v)| cost(k.len() + 1 + v.len())).sum();
    let base: usize = cost(program.as_os_str().len())
        + fixed.iter().map(|word| cost(word.len())).sum::<usize>()
        + environment;
    let most = command_line_bytes();
    let mut total = base;
    for (_, word) in given {
        total += cost(word.len());
    }
    if total <= most {
        return Ok(());
    }
    let mut sizes: Vec<(&str, usize)> = Vec::new();
    for (name, word) in given {
        match sizes.iter_mut().find(|(known, _)| known == name) {
            Some((_, size)) => *size += cost(word.len()),
            None => sizes.push((name, cost(word.len()))),
        }
    }
    let largest = sizes.into_iter().max_by_key(|(_, size)| *size).unwrap_or_default();
    let bad = BadInput {
        name: largest.0.to_owned(),
        rule: format!(
            "makes the command line too long: {total} bytes with the environment, of which this input has {}; the platform takes {most}",
            largest.1
        ),
        value: Value::Null,
    };
    Err(Refusal::inputs(node, vec![bad]))
}

/// What the platform takes for words and environment together (execve(2)): a quarter of the stack limit,
/// at most 6 MiB, at least 128 KiB; 1 MiB on macOS. A page is kept for what the system adds itself.
fn command_line_bytes() -> usize {
    let limit = if cfg!(target_os = "linux") {
        let stack = rustix::process::getrlimit(rustix::process::Resource::Stack).current;
        let quarter = stack.map_or(u64::MAX, |bytes| bytes / 4);
        usize::try_from(quarter.clamp(128 << 10, 6 << 20)).unwrap_or(128 << 10)
    } else {
        1 << 20
    };
    limit - 4096
}
