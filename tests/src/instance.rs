//! An instance in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// An instance that is deleted with the value.
#[derive(Debug)]
pub struct Instance(TempDir);

impl Default for Instance {
    fn default() -> Self {
        Self::new()
    }
}

impl Instance {
    /// An instance without nodes.
    ///
    /// # Panics
    ///
    /// There can be no temporary folder.
    pub fn new() -> Self {
        let instance = Self(tempfile::tempdir().expect("a temporary folder"));
        instance.file("toolnode.toml", "[instance]\nname = \"case\"\nversion = \"1.2.3\"\n");
        instance
    }

    /// Its folder, links followed, as the system names it.
    ///
    /// # Panics
    ///
    /// It is gone.
    pub fn path(&self) -> PathBuf {
        self.0.path().canonicalize().expect("it is there")
    }

    /// Writes a file.
    ///
    /// # Panics
    ///
    /// It cannot be written.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// Writes a node that runs a program with fixed words; `rest` is TOML: a line for keys of the node,
    /// then tables.
    pub fn command(&self, id: &str, program: &Path, words: &[&str], rest: &str) {
        let program = program.display().to_string();
        let words: Vec<_> =
            [program.as_str()].iter().chain(words).map(|word| format!("{word:?}")).collect();
        let head = format!("id = \"{id}\"\nsummary = \"A case: {id}.\"\nsatisfies = [\"cases\"]\n");
        let invoke = format!("\n[invoke]\nshell = [{}]\n", words.join(", "));
        let (keys, tables) = rest.split_at(rest.find("\n[").map_or(rest.len(), |at| at + 1));
        self.file(&format!("tools/{id}.toml"), &(head + keys + &invoke + tables));
    }
}
