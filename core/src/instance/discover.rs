//! Which files of a folder are nodes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::fault::{Fault, FaultKind, Location};
use crate::node::Unread;
use crate::source::{reason, why_missing};

/// The files found, by their path from the instance's folder, and what could not be looked at.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: BTreeSet<PathBuf>,
    pub(super) unread: Vec<Unread>,
}

impl Found {
    /// Adds the files of a folder of the instance and of the folders in it, links followed.
    ///
    /// A file counts if it is wanted, judged by its path from the instance's folder. Names that begin with `.` are passed
    /// over, as is the habit of every tool.
    pub(super) fn folder(
        &mut self,
        instance: &Path,
        shown: &Path,
        folder: &str,
        is_wanted: impl Fn(&Path) -> bool,
    ) {
        let root = instance.join(folder);
        let relative = |path: &Path| path.strip_prefix(instance).unwrap_or(path).to_owned();
        if let Err(error) = fs::metadata(&root) {
            self.fault(&shown.join(folder), why_missing(&root, &error));
            return;
        }
        if !root.is_dir() {
            self.fault(&shown.join(folder), "this is a file, where a folder should be".into());
            return;
        }
        let walk = WalkDir::new(&root).follow_links(true).sort_by_file_name().into_iter();
        let visible = walk.filter_entry(|entry| {
            entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
        });
        for entry in visible {
            match entry {
                Ok(entry) if !entry.file_type().is_dir() => {
                    let path = relative(entry.path());
                    if is_wanted(&path) {
                        self.files.insert(path);
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(&root).to_owned();
                    self.fault(&shown.join(relative(&path)), walk_error(&error, &path, instance));
                }
            }
        }
    }

    fn fault(&mut self, shown: &Path, message: String) {
        self.unread.push(unread(shown, message));
    }
}

/// A file or folder that could not be read at all.
fn unread(shown: &Path, message: String) -> Unread {
    let location = Location::whole(shown);
    let fault =
        Fault { location: location.clone(), kind: FaultKind::Unreadable, message, help: None };
    Unread { id: None, location, faults: vec![fault] }
}

fn walk_error(error: &walkdir::Error, path: &Path, instance: &Path) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => {
            let ancestor = ancestor.strip_prefix(instance).unwrap_or(ancestor);
            format!("this is a symbolic link that leads back to `{}`", ancestor.display())
        }
        (None, Some(io)) if fs::metadata(path).is_err() => why_missing(path, io),
        (None, Some(io)) => format!("the folder cannot be read: {}", reason(io)),
        (None, None) => error.to_string(),
    }
}
