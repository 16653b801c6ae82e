//! The nodes of the field, where the folder with them is beside the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type State = (String, Option<String>, BTreeSet<String>);

fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

/// The folder, where it is. Where it is not, that is said to the terminal itself, since what a passing test prints is kept
/// back, and in the words that `.ci/run` counts.
fn corpus(test: &str) -> Option<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !corpus.is_dir() {
        let why = format!("\nskipped: {test}: there is no corpus at {}\n", corpus.display());
        std::io::stderr().write_all(why.as_bytes()).expect("standard error takes it");
        return None;
    }
    Some(corpus)
}

/// Runs a command on it that prints JSON.
fn run(corpus: &Path, args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_served"))
        .arg("--instance")
        .arg(corpus.join("instance"))
        .arg("--host")
        .arg(corpus.join("host.json"))
        .arg("--allow-unlinked")
        .args(args)
        .output()
        .expect("the binary runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Few names of the field follow the rule, and for each of the others there is a name that would do.
#[test]
fn names_of_the_field_have_proposals() {
    let Some(corpus) = corpus("names_of_the_field_have_proposals") else { return };
    let report = run(&corpus, &["check", "--json"]);
    let names = report["rows"].as_array().expect("rows").iter().find(|row| row["name"] == "names");
    let findings = names.expect("a row")["findings"].as_array().expect("a list");
    let mut proposals: BTreeMap<&str, &str> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding["instance"] == "corpus") {
        let proposal = finding["proposal"].as_str().unwrap_or_else(|| panic!("{finding}"));
        proposals.insert(finding["subject"].as_str().expect("an id"), proposal);
    }
    let distinct: BTreeSet<_> = proposals.values().collect();
    assert_eq!(distinct.len(), proposals.len(), "each is proposed once");
    let listing = std::fs::read_to_string(corpus.join("expected.jsonl")).expect("a file");
    // Nodes that were made up for this corpus are not of the field.
    let real = |id: &&str| !id.starts_with("syn-");
    let ids: Vec<Value> = listing.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let all = ids.iter().filter_map(|row| row["id"].as_str()).filter(real).count();
    let breaking = proposals.keys().copied().filter(real).count();
    let share = 100 * (all - breaking) / all;
    assert!((3..=8).contains(&share), "{share} of 100 names follow the rule");
}

#[test]
fn the_corpus_comes_out_as_expected() {
    let Some(corpus) = corpus("the_corpus_comes_out_as_expected") else { return };
    let listing = run(&corpus, &["list", "--json"]);
    let mut found: BTreeMap<String, State> = BTreeMap::new();
    for (key, state) in
        [("tools", "projected"), ("omitted", "omitted"), ("undetermined", "undetermined")]
    {
        for item in listing[key].as_array().expect("a list") {
            // The functions of this test's own binary are not of the corpus.
            if item["instance"] == "toolnode-tests" {
                continue;
            }
            let arm = item["arm"].as_str().map(str::to_owned);
            let id = item["id"].as_str().expect("an id").to_owned();
            let before = found.insert(id.clone(), (state.to_owned(), arm, texts(&item["codes"])));
            assert!(before.is_none(), "{id} is listed twice");
        }
    }
    let expected = std::fs::read_to_string(corpus.join("expected.jsonl")).expect("a file");
    let mut number = 0;
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let wanted = (
            row["state"].as_str().expect("a state").to_owned(),
            row["arm"].as_str().map(str::to_owned),
            texts(&row["codes"]),
        );
        assert_eq!(found.get(row["id"].as_str().expect("an id")), Some(&wanted), "{row}");
        number += 1;
    }
    assert_eq!(found.len(), number);
    assert!(number > 100, "only {number} nodes were read");
}
