//! The book and the README tell the truth: what they include is there, and their transcripts are what the program prints.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{beans, run_json};
use serde_json::json;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The chapters, and what each of them includes: a file, and the part of it between two anchors.
fn includes() -> Vec<(PathBuf, String)> {
    let mut includes = Vec::new();
    for entry in fs::read_dir(root().join("book/src")).expect("listed") {
        let path = entry.expect("listed").path();
        let text = fs::read_to_string(&path).expect("read");
        for part in text.split("{{#").skip(1) {
            let target = part.split_once("}}").expect("an end").0;
            let target = target.strip_prefix("include ").expect("nothing but includes");
            includes.push((path.clone(), target.to_owned()));
        }
    }
    includes
}

#[test]
fn every_include_is_there() {
    let includes = includes();
    assert!(includes.len() >= 8, "the book takes its code from the example: {includes:?}");
    for (chapter, target) in includes {
        let (file, anchor) = match target.split_once(':') {
            Some((file, anchor)) => (file, Some(anchor)),
            None => (target.as_str(), None),
        };
        let file = chapter.parent().expect("a folder").join(file);
        let text = fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {target}: {error}", chapter.display()));
        let Some(anchor) = anchor else { continue };
        for mark in [format!("ANCHOR: {anchor}"), format!("ANCHOR_END: {anchor}")] {
            let found = text.lines().filter(|line| line.trim_end().ends_with(&mark)).count();
            assert_eq!(found, 1, "{}: {mark} in {}", chapter.display(), file.display());
        }
    }
}

#[test]
fn the_transcripts_are_what_the_program_prints() {
    // The chapter on several instances has a program of its own, and its test is there.
    trycmd::TestCases::new()
        .case("../../book/src/*.md")
        .skip("../../book/src/several-instances.md");
}

/// The transcripts that write and change the roles run in a copy of the example, which keeps a record; the others read it.
#[test]
fn the_review_is_what_the_program_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join("authority.in");
    fs::create_dir(&copy).expect("made");
    let files = ["toolnode.toml", "toolnode.deploy.toml", "roles.json", "types.json"];
    common::copy_shipped(&files, &copy);
    common::copy_shipped(&["plan", "scripts", "skills", "tools"], &copy);
    let deployment = copy.join("toolnode.deploy.toml");
    let text = fs::read_to_string(&deployment).expect("read");
    fs::write(&deployment, text + "\n[audit]\nfile = \"audit.jsonl\"\n").expect("written");

    let chapter = root().join("book/src/authority.md");
    let text = fs::read_to_string(&chapter).expect("read");
    assert_eq!(text.matches("```console,ignore\n").count(), 3);
    let here = text
        .replace("```console\n", "```elsewhere\n")
        .replace("```console,ignore\n", "```console\n");
    let case = folder.path().join("authority.md");
    fs::write(&case, here).expect("written");
    trycmd::TestCases::new().register_bin("sed", Path::new("/bin/sed")).case(&case).run();
    if std::env::var_os("TRYCMD").is_some_and(|action| action == "overwrite") {
        let text = fs::read_to_string(&case).expect("read");
        let text = text
            .replace("```console\n", "```console,ignore\n")
            .replace("```elsewhere\n", "```console\n");
        fs::write(chapter, text).expect("written");
    }
}

#[test]
fn the_command_in_the_readme_is_served() {
    let readme = fs::read_to_string(root().join("README.md")).expect("read");
    let (_, rest) = readme.split_once("```toml\n").expect("a node");
    let (node, _) = rest.split_once("```").expect("an end");
    let instance = tempfile::tempdir().expect("a folder");
    fs::create_dir(instance.path().join("tools")).expect("made");
    fs::write(instance.path().join("tools/node.toml"), node).expect("written");
    let about = "[instance]\nname = \"readme\"\nversion = \"1.0.0\"\n";
    fs::write(instance.path().join("toolnode.toml"), about).expect("written");

    let dir = instance.path().to_str().expect("UTF-8");
    let args = ["--instance", dir, "call", "change_list", "--arg", "max_count=3", "--dry-run"];
    let (status, plan) = run_json(beans(&args));
    assert_eq!((status, &plan["argv"]), (0, &json!(["log", "--oneline", "--max-count=3"])));
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = fs::read_to_string(root().join("book/src/SUMMARY.md")).expect("read");
    for entry in fs::read_dir(root().join("book/src")).expect("listed") {
        let name = entry.expect("listed").file_name().into_string().expect("UTF-8");
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name}");
    }
}
