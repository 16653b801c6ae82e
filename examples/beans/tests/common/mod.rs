//! What the tests of the example share.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use beans::Plan;
use serde_json::Value;
use tempfile::TempDir;

/// A folder of one's own with what is in `from`.
pub(crate) fn copy_of(from: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(from), folder.path());
    folder
}

/// A copy of the shipped plan.
pub(crate) fn copied_plan() -> (TempDir, Plan) {
    let folder = copy_of("plan");
    let plan = Plan::at(folder.path());
    (folder, plan)
}

/// A copy of the files of the instance.
pub(crate) fn copied_instance() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["plan", "scripts", "skills", "tools", "toolnode.toml", "types.json"];
    copy_shipped(&files, folder.path());
    folder
}

/// Copies these files and folders of the example.
pub(crate) fn copy_shipped(names: &[&str], to: &Path) {
    for name in names {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name), &to.join(name));
    }
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).expect("copied");
        return;
    }
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("listed") {
        let entry = entry.expect("listed");
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// The built program, in a folder that has nothing to do with the instance.
pub(crate) fn beans(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beans"));
    command.args(args).current_dir(std::env::temp_dir()).env_remove("BEANS_PLAN");
    command
}

/// Runs it to its end, and gives its exit status with what it printed.
pub(crate) fn run(mut command: Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("started");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("not ended by a signal"), text(stdout), text(stderr))
}

/// Runs a command that prints JSON, and gives its exit status with the value.
pub(crate) fn run_json(command: Command) -> (i32, Value) {
    let (status, stdout, stderr) = run(command);
    let value = serde_json::from_str(&stdout);
    (status, value.unwrap_or_else(|error| panic!("no JSON: {error}: {stdout}{stderr}")))
}
