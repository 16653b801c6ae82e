//! Crates that use toolnode as an author does, built by cargo: `fixtures/`. Nothing is skipped: what cannot be built fails.
#![allow(missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

fn fixtures() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tests.join("fixtures");
        // The same versions as the workspace has, so that nothing is looked up.
        std::fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        folder
    })
}

/// Runs cargo in the folder of the fixtures; its standard output.
fn cargo(arguments: &[&str]) -> String {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let folder = fixtures();
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    // The folder in which cargo put this test: the one of the workspace, wherever that is.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--offline")
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?} failed:\n{error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_caller_that_forbids_unsafe_code() {
    assert_eq!(
        cargo(&["run", "-q", "-p", "forbid_unsafe"]),
        "word-get\nword-later-get\nword-said-get\n"
    );
}

#[test]
fn a_caller_that_denies_lints_and_never_calls_its_tools() {
    cargo(&["build", "-q", "-p", "denied_lints"]);
}

#[test]
fn a_caller_that_denies_lints_of_clippy() {
    cargo(&["clippy", "-q", "-p", "denied_lints"]);
}

const MENTIONED: &str = "mentioned_tools word-get\nmentioned_tools::deep word-deep-get\n";

#[test]
fn tools_of_a_library_that_is_only_mentioned() {
    assert_eq!(cargo(&["run", "-q", "-p", "only_mentioned"]), MENTIONED);
}

#[test]
fn tools_of_a_library_that_is_only_mentioned_with_link_time_optimization() {
    assert_eq!(cargo(&["run", "-q", "-p", "only_mentioned", "--profile", "lto"]), MENTIONED);
}

const LINKED: &str = "link mentioned_tools
link more_tools
mentioned_tools word-get
mentioned_tools::deep word-deep-get
more_tools Some(\"more\")
more_tools word-get
";

/// A crate reached by two paths is there once, and one that nothing mentions is not there.
#[test]
fn tools_of_the_crates_that_a_program_links() {
    assert_eq!(cargo(&["run", "-q", "-p", "linking"]), LINKED);
}

#[test]
fn tools_of_the_crates_that_a_program_links_in_release() {
    assert_eq!(cargo(&["run", "-q", "-p", "linking", "--release"]), LINKED);
}

#[test]
fn tools_of_the_crates_that_a_program_links_with_link_time_optimization() {
    assert_eq!(cargo(&["run", "-q", "-p", "linking", "--profile", "lto"]), LINKED);
}

#[test]
fn a_caller_in_which_the_usual_names_mean_something_else() {
    let said = r#"call []
describe [("type", true)]
have-said [("word", true), ("words", false), ("voice", false), ("times", false), ("twice", false), ("text", false)]
say [("word", true), ("number", false), ("other", false), ("perhaps", false)]
say-locally [("local", true)]
have-said-barely [("word", true), ("voice", false), ("times", true)]
say-barely [("word", false), ("number", false)]
"#;
    assert_eq!(cargo(&["run", "-q", "-p", "hygiene"]), said);
}

#[test]
fn a_caller_to_which_the_crate_has_another_name() {
    assert_eq!(
        cargo(&["run", "-q", "-p", "renamed"]),
        "word-get 1\nword-said-get 2\nword-again-get 1\n"
    );
}
