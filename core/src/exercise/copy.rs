//! A copy of an instance's folder, in which examples may write.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use crate::instance::{self, FILE};

/// A copy that is deleted with the value.
#[derive(Debug)]
pub(super) struct Copy {
    root: PathBuf,
    /// The copied folder.
    pub(super) folder: PathBuf,
}

/// Folders above the copy that are its own: a dependency named by `../../x` is found there.
const ABOVE: [&str; 4] = ["a", "b", "c", "d"];

impl Copy {
    /// Copies a folder, without `.git` and `target`. What it depends on by a relative path is reached through links.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let root = std::env::temp_dir().join(format!("toolnode-{}", uuid::Uuid::now_v7()));
        let mut target = root.clone();
        target.extend(ABOVE);
        target.push(folder.file_name().unwrap_or("instance".as_ref()));
        let copy = Self { root, folder: target };
        fs::create_dir_all(&copy.folder)?;
        copy_folder(folder, &copy.folder)?;
        copy.link_dependencies(folder)?;
        Ok(copy)
    }

    fn link_dependencies(&self, original: &Path) -> io::Result<()> {
        let Ok(settings) = instance::read_file(&original.join(FILE), Path::new(FILE)) else {
            return Ok(());
        };
        for dependency in settings.dependencies.values() {
            let path = Path::new(&dependency.path);
            let link = lexical(&self.folder.join(path));
            if path.is_absolute() || link.starts_with(&self.folder) || !link.starts_with(&self.root)
            {
                continue;
            }
            if let Some(parent) = link.parent() {
                fs::create_dir_all(parent)?;
            }
            if !link.exists() {
                symlink(original.join(path).canonicalize()?, &link)?;
            }
        }
        Ok(())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What cannot be deleted is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// A path without `..`, as it is written and not as links lead.
fn lexical(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, kind) = (entry.file_name(), entry.file_type()?);
        if kind.is_dir() && (name == ".git" || name == "target") {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        if kind.is_symlink() {
            symlink(fs::read_link(&source)?, &target)?;
        } else if kind.is_dir() {
            fs::create_dir(&target)?;
            copy_folder(&source, &target)?;
        } else if kind.is_file() {
            fs::copy(&source, &target)?;
        }
    }
    Ok(())
}
