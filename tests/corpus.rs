//! The nodes of the field, where the folder with them is beside the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

type State = (String, Option<String>, BTreeSet<String>);

fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that does not run must say so")]
fn the_corpus_comes_out_as_expected() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !corpus.is_dir() {
        eprintln!("SKIPPED: there is no corpus at {}", corpus.display());
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_served"))
        .arg("--instance")
        .arg(corpus.join("instance"))
        .arg("--host")
        .arg(corpus.join("host.json"))
        .args(["--allow-unlinked", "list", "--json"])
        .output()
        .expect("the binary runs");
    let listing: Value = serde_json::from_slice(&output.stdout).expect("JSON");
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
