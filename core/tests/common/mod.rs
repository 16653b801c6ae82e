//! An instance in a temporary folder, and the real binary run on it.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// An instance that is deleted with the value.
pub(crate) struct Instance(TempDir);

impl Instance {
    /// An instance without nodes.
    pub(crate) fn new() -> Self {
        let instance = Self(tempfile::tempdir().expect("a temporary folder"));
        instance.file("toolnode.toml", "[instance]\nname = \"case\"\nversion = \"1.2.3\"\n");
        instance
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// An executable shell script.
    pub(crate) fn script(&self, name: &str, text: &str) {
        let path = self.file(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// A node file; the body is TOML from `[invoke]` on.
    pub(crate) fn node(&self, id: &str, body: &str) {
        let head = format!("id = \"{id}\"\nsummary = \"A case: {id}.\"\nsatisfies = [\"cases\"]\n");
        self.file(&format!("tools/{id}.toml"), &(head + body));
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolnode"));
        command.args(args).arg("--instance").arg(self.path());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the binary runs")
    }

    /// Runs `call --json`; the answer and the exit status.
    pub(crate) fn call(&self, name: &str, input: &Value) -> (Value, i32) {
        let input = input.to_string();
        answer(&self.run(&["call", name, "--json", "--input", &input]))
    }
}

/// The JSON that a command printed, and its exit status.
pub(crate) fn answer(output: &Output) -> (Value, i32) {
    let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {:?} {}", output.status, String::from_utf8_lossy(&output.stderr))
    });
    (json, output.status.code().expect("no signal"))
}

/// What a failed or successful call says.
pub(crate) fn text(answer: &Value) -> &str {
    answer["content"][0]["text"].as_str().expect("a text block")
}

/// Runs the binary in a folder: its exit status, and all that it says.
pub(crate) fn toolnode(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolnode"));
    let output = command.args(args).current_dir(dir).output().expect("run");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("UTF-8"))
}
