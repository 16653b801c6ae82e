//! How it is told, and what a baseline holds back.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::common::toolnode;
use crate::{found, node, report, sound};

#[test]
fn a_baseline_holds_back_what_is_known_and_nothing_new() {
    let instance = sound();
    node(&instance, "case-fetch", "A case: fetch it.", "invoke.shell = \"cat case\"\n");
    assert_eq!(report(&instance, &[]).1, 1);
    assert_eq!(report(&instance, &["--write-baseline"]).1, 0);
    let (held, status) = report(&instance, &[]);
    assert_eq!(
        (&held["baseline"]["held"], &held["baseline"]["mended"], status),
        (&json!(1), &json!(0), 0)
    );
    assert!(found(&held, "names").is_empty());

    // Another line is no other finding, another word is.
    node(&instance, "case-fetch", "A case: fetch it.", "\n\n[invoke]\nshell = \"cat case\"\n");
    assert_eq!(report(&instance, &[]).1, 0);
    node(&instance, "case-grab", "A case: grab it.", "invoke.shell = \"cat -n case\"\n");
    let (new, status) = report(&instance, &[]);
    assert_eq!(found(&new, "names"), ["error name-verb case-grab grab"]);
    assert_eq!(status, 1);

    for id in ["case-grab", "case-fetch"] {
        std::fs::remove_file(instance.path().join(format!("tools/{id}.toml"))).expect("removed");
    }
    let (mended, _) = report(&instance, &[]);
    assert_eq!(mended["baseline"]["mended"], 1);
    assert_eq!(instance.run(&["check", "--baseline", "none.json"]).status.code(), Some(2));
}

#[test]
fn what_cannot_be_judged_is_in_no_baseline() {
    let instance = sound();
    instance.file("tools/broken.toml", "id = \"page-list\"\n");
    assert_eq!(report(&instance, &["--write-baseline"]).1, 2);
    assert_eq!(report(&instance, &[]).1, 2);
}

#[test]
fn findings_are_grouped_and_counted() {
    let instance = sound();
    for subject in ["leaf", "page"] {
        let summary = format!("A {subject}: fetch it.");
        node(
            &instance,
            &format!("{subject}-fetch"),
            &summary,
            &format!("invoke.shell = \"cat {subject}\"\n"),
        );
    }
    let output = instance.command(&["check"]).current_dir(instance.path()).output().expect("run");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(said.matches("names: 2 errors name-verb\n").count(), 1, "{said}");
    assert_eq!(said.matches("the last word of a name is its verb").count(), 1, "{said}");
    for subject in ["leaf", "page"] {
        assert!(
            said.contains(&format!(
                "tools/{subject}-fetch.toml:1:6  {subject}-fetch  fetch  -> {subject}-get\n"
            )),
            "{said}"
        );
    }
}

/// The book shows this very text. `TOOLNODE_BLESS=1` writes it anew.
#[test]
fn the_transcript_in_the_book_is_what_check_prints() {
    let host = ["--host", "../states/host.json", "check"];
    let (status, said) = toolnode(Path::new("tests/fixtures/named"), &host);
    assert_eq!(status, Some(1), "{said}");
    let path = "tests/fixtures/named/check.txt";
    if std::env::var_os("TOOLNODE_BLESS").is_some() {
        std::fs::write(path, &said).expect("written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("committed"), said);
}

#[test]
fn annotations_of_github() {
    let instance = sound();
    node(&instance, "case-fetch", "A case: fetch it.", "invoke.shell = \"cat case\"\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolnode"));
    command.args(["check", "--format", "github"]).current_dir(instance.path());
    let output = command.output().expect("run");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(
        said.starts_with("::error file=tools/case-fetch.toml,line=1,col=6,title=name-verb::"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}
