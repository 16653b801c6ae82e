//! The files of a log: the one that is written, and the full ones beside it.

use std::fs;
use std::path::{Path, PathBuf};

/// A file beside a log.
pub(super) fn with(log: &Path, end: &str) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// The file that a log is: where links lead. What stands beside it, its lock first of all, is found by one name.
pub(super) fn real(log: &Path) -> PathBuf {
    // As many as the system follows.
    const MOST: usize = 40;
    let mut real = log.to_owned();
    for _ in 0..MOST {
        let Ok(target) = fs::read_link(&real) else { break };
        real = match real.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    real
}

/// The full files of a log, oldest first, each with its number.
pub(super) fn full(log: &Path) -> Vec<(u64, PathBuf)> {
    let folder = log.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Some(name) = log.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let number = |entry: &fs::DirEntry| {
        let file = entry.file_name();
        let digits = file.to_str()?.strip_prefix(name)?.strip_prefix('.')?;
        let is_number =
            !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { digits.parse().ok() } else { None }
    };
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut full: Vec<(u64, PathBuf)> =
        entries.filter_map(|entry| Some((number(&entry)?, entry.path()))).collect();
    full.sort();
    full
}

/// The name for one more.
pub(super) fn next(log: &Path) -> PathBuf {
    let last = full(log).last().map_or(0, |(number, _)| *number);
    with(log, &(last + 1).to_string())
}

/// All files of a log that are there, oldest first.
pub(super) fn all(log: &Path) -> Vec<PathBuf> {
    let mut all: Vec<_> = full(log).into_iter().map(|(_, path)| path).collect();
    if log.exists() || all.is_empty() {
        all.push(log.to_owned());
    }
    all
}
