//! The record as a library writes it, and what `audit verify` and `audit show` say of it.
#![cfg(feature = "cli")]

mod breaches;
#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::Instance;
use serde_json::{Map, Value, json};
use toolnode::audit::{
    By, Invocation, Log, LogError, Outcome, Process, Record, RecordError, Settings, node_digest,
    record_invocation, records, verify,
};
use toolnode::deploy::Sync;
use toolnode::{App, Options};

fn settings(file: &Path) -> Settings {
    Settings {
        file: file.to_owned(),
        sync: Sync::None,
        rotate_bytes: Settings::ROTATE_BYTES,
        authority: None,
    }
}

fn instance() -> Instance {
    let instance = Instance::new();
    instance.file(
        "tools/words-list.toml",
        "id = \"words-list\"\nsummary = \"Words: list them.\"\nsatisfies = [\"reading\"]\n[invoke]\nshell = \"/bin/echo words\"\n",
    );
    instance
}

fn invocation(outcome: Outcome, started: &str) -> Invocation {
    Invocation {
        skill: Some("reading".to_owned()),
        by: By { actor: Some("ana".to_owned()), ..By::default() },
        authority: None,
        context: Process::default(),
        inputs: Map::from_iter([("text".to_owned(), json!("\u{2028}\"\n"))]),
        argv: None,
        outcome,
        reason: (outcome != Outcome::Ran).then(|| "because".to_owned()),
        exit: None,
        started: started.to_owned(),
        finished: None,
        output: None,
    }
}

/// A log with so many records, and its path.
fn a_log(instance: &Instance, count: usize, rotate_bytes: u64) -> PathBuf {
    let options = Options { instance: Some(instance.path().to_owned()), ..Options::default() };
    let projection = App::new().projection(&options).expect("an instance");
    let node = projection.get("words_list").expect("it is served");
    let path = instance.path().join("audit.jsonl");
    let log = Log::open(Settings { rotate_bytes, ..settings(&path) }).expect("a log");
    for index in 0..count {
        let outcome = if index % 3 == 0 { Outcome::Failed } else { Outcome::Ran };
        let started = format!("2026-01-01T00:00:{index:02}.000000Z");
        let record = record_invocation(node, invocation(outcome, &started)).expect("a record");
        assert_eq!(record.digest, node_digest(node));
        log.append(record).expect("written");
    }
    path
}

fn toolnode(words: &[&str], log: &Path) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(words)
        .arg(log)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

fn breaches(log: &Path) -> Vec<(u64, &'static str)> {
    let verified = verify(log).expect("it can be read");
    verified.breaches.iter().map(|breach| (breach.line, breach.code)).collect()
}

fn lines(log: &Path) -> Vec<String> {
    fs::read_to_string(log).expect("a log").lines().map(str::to_owned).collect()
}

fn write(log: &Path, lines: &[String]) {
    fs::write(log, lines.join("\n") + "\n").expect("written");
}

#[test]
fn a_record_needs_a_skill_of_the_node_and_a_reason() {
    let instance = instance();
    let options = Options { instance: Some(instance.path().to_owned()), ..Options::default() };
    let projection = App::new().projection(&options).expect("an instance");
    let node = projection.get("words_list").expect("it is served");
    let mut wrong = invocation(Outcome::Ran, "2026-01-01T00:00:00.000000Z");
    wrong.skill = Some("writing".to_owned());
    let error = record_invocation(node, wrong).expect_err("not satisfied");
    assert_eq!(
        error.to_string(),
        "words-list does not satisfy the skill \"writing\"; it satisfies `reading`"
    );
    let mut silent = invocation(Outcome::TimedOut, "2026-01-01T00:00:00.000000Z");
    silent.reason = None;
    let error = record_invocation(node, silent).expect_err("no reason");
    assert_eq!(error, RecordError::NoReason(Outcome::TimedOut));
}

#[test]
fn what_is_written_is_read_again_and_verifies() {
    let instance = instance();
    let log = a_log(&instance, 10, Settings::ROTATE_BYTES);
    let verified = verify(&log).expect("it can be read");
    assert_eq!((verified.lines, verified.last, verified.breaches.len()), (11, 11, 0));
    let mut read: Vec<Record> = Vec::new();
    records(&log, |record| read.push(record)).expect("it can be read");
    assert_eq!(read.len(), 10);
    assert!(read.iter().all(|record| record.inputs["text"] == "\u{2028}\"\n"));
    assert!(read.is_sorted_by(|a, b| a.id < b.id), "ids sort by time");
    let schema = jsonschema::draft202012::new(&toolnode::audit::schema()).expect("a schema");
    for record in &read {
        schema.validate(&json!(record)).expect("a record is what its schema says");
    }
    for (file, mode) in [("audit.jsonl", 0o600), ("audit.jsonl.key", 0o600)] {
        let kept = fs::metadata(instance.path().join(file)).expect("it is there").permissions();
        assert_eq!(kept.mode() & 0o777, mode, "{file}");
    }
}

#[test]
fn a_full_file_is_followed_by_another_that_carries_the_chain_on() {
    let instance = instance();
    let log = a_log(&instance, 40, 4000);
    let mut files: Vec<_> = fs::read_dir(instance.path())
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
        .filter(|name| {
            name.starts_with("audit.jsonl.") && name.ends_with(|c: char| c.is_ascii_digit())
        })
        .collect();
    files.sort();
    assert!(files.len() > 2, "{files:?}");
    let verified = verify(&log).expect("it can be read");
    assert_eq!((verified.files, verified.breaches.len()), (files.len() as u64 + 1, 0));
    let mut count = 0;
    records(&log, |_| count += 1).expect("it can be read");
    assert_eq!(count, 40);
    let first: Value = serde_json::from_str(&lines(&log)[0]).expect("JSON");
    assert_eq!(first["continues"], json!(format!("audit.jsonl.{}", files.len())));

    fs::remove_file(instance.path().join("audit.jsonl.2")).expect("it was there");
    let found = breaches(&log);
    assert!(matches!(found.as_slice(), [(1, "missing")]), "{found:?}");
}

#[test]
fn a_link_to_a_log_is_the_log() {
    use std::os::unix::fs::symlink;
    let instance = instance();
    let path = instance.path().join("audit.jsonl");
    let (link, folder) = (instance.path().join("link.jsonl"), instance.path().join("elsewhere"));
    symlink("./audit.jsonl", &link).expect("a link");
    symlink(instance.path(), &folder).expect("a link");
    let others = [link.clone(), folder.join("audit.jsonl"), folder.join("link.jsonl")];
    // The link comes first, when there is nothing where it leads.
    for (first, others) in [(&link, &[path.clone()][..]), (&path, &others)] {
        let log = Log::open(settings(first)).expect("a log");
        for other in others {
            let error = Log::open(settings(other)).expect_err("locked").to_string();
            assert!(error.contains("is being written by another process"), "{error}");
        }
        drop(log);
    }
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(verify(&link).expect("a log").breaches, []);
    let (status, said, _) = toolnode(&["audit", "verify"], &link);
    assert_eq!(status, 0, "{said}");
    assert!(!instance.path().join("link.jsonl.lock").exists());
}

#[test]
fn one_alone_writes() {
    let instance = instance();
    let path = instance.path().join("audit.jsonl");
    let first = Log::open(settings(&path)).expect("a log");
    let error = Log::open(settings(&path)).expect_err("locked").to_string();
    assert!(error.contains("is being written by another process"), "{error}");
    drop(first);
    Log::open(settings(&path)).expect("free again");
}

#[test]
fn show_filters_and_counts() {
    let instance = instance();
    let log = a_log(&instance, 10, Settings::ROTATE_BYTES);
    let (status, said, _) = toolnode(&["audit", "show", "--outcome", "failed", "--json"], &log);
    assert_eq!((status, said.lines().count()), (0, 4));
    let since = ["audit", "show", "--since", "2026-01-01T00:00:08Z", "--tool", "words_list"];
    let (_, said, _) = toolnode(&since, &log);
    assert_eq!(
        said,
        "2026-01-01T00:00:08.000000Z ran                words_list by ana, reading\n\
         2026-01-01T00:00:09.000000Z failed             words_list by ana, reading: because\n"
    );
    let (_, said, _) = toolnode(&["audit", "show", "--stats", "--json"], &log);
    let counts: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(counts["tools"]["words-list"]["outcomes"], json!({"failed": 4, "ran": 6}));
    let (_, said, _) = toolnode(&["audit", "show", "--stats"], &log);
    assert_eq!(said, "words-list: 10 calls: 4 failed, 6 ran; last 2026-01-01T00:00:09.000000Z\n");
    let (status, _, complaint) = toolnode(&["audit", "show", "--outcome", "gone"], &log);
    assert!(status == 2 && complaint.contains("it is no outcome"), "{complaint}");
    let (status, _, complaint) = toolnode(&["audit", "verify"], &instance.path().join("none"));
    assert!(status == 2 && complaint.contains("none"), "{complaint}");
}
