//! Every reason code, through the real binary: the states, arms and codes of an instance made for it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// id (or `None`), state, arm, codes: what a listing says of one node.
type Row = (Option<String>, &'static str, Option<String>, BTreeSet<String>);

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/states").join(name)
}

fn list(host: &str, more: &[&str]) -> (Value, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["list", "--json", "--instance"])
        .arg(fixture(""))
        .arg("--host")
        .arg(fixture(host))
        .args(more)
        .output()
        .expect("the binary runs");
    let listing = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (listing, output.status.code().expect("no signal"))
}

fn rows(listing: &Value) -> Vec<Row> {
    let texts = |value: &Value| -> BTreeSet<String> {
        let items = value.as_array().into_iter().flatten();
        items.map(|item| item.as_str().expect("a code is text").to_owned()).collect()
    };
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut rows = Vec::new();
    for (key, state) in
        [("tools", "projected"), ("omitted", "omitted"), ("undetermined", "undetermined")]
    {
        for item in listing[key].as_array().expect("a list") {
            rows.push((text(&item["id"]), state, text(&item["arm"]), texts(&item["codes"])));
        }
    }
    rows.sort();
    rows
}

fn expected() -> Vec<Row> {
    let text = std::fs::read_to_string(fixture("expected.jsonl")).expect("the fixture is there");
    let mut rows: Vec<_> = text
        .lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).expect("JSON");
            let state = ["projected", "omitted", "undetermined"]
                .into_iter()
                .find(|state| row["state"] == **state)
                .expect("a state");
            let codes = row["codes"].as_array().expect("a list").iter();
            (
                row["id"].as_str().map(str::to_owned),
                state,
                row["arm"].as_str().map(str::to_owned),
                codes.map(|code| code.as_str().expect("text").to_owned()).collect(),
            )
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn every_code_comes_out() {
    let (listing, exit) = list("host.json", &[]);
    assert_eq!(exit, 2, "something is undetermined");
    let (found, wanted) = (rows(&listing), expected());
    for row in &wanted {
        assert!(found.contains(row), "expected {row:?}, found {:?}", same_id(&found, row));
    }
    assert_eq!(found.len(), wanted.len());
}

fn same_id<'a>(rows: &'a [Row], row: &Row) -> Vec<&'a Row> {
    rows.iter().filter(|other| other.0 == row.0).collect()
}

#[test]
fn reasons_say_where_and_what_to_do() {
    let (listing, _) = list("host.json", &[]);
    for key in ["omitted", "undetermined"] {
        for item in listing[key].as_array().expect("a list") {
            let codes = item["codes"].as_array().expect("a list");
            let reasons = item["reasons"].as_array().expect("a list");
            assert_eq!(codes.len(), reasons.len(), "{item}");
            assert!(reasons.iter().all(|r| r.as_str().is_some_and(|r| r.len() > 10)), "{item}");
        }
    }
    let collision = listing["undetermined"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|item| item["codes"][0] == "collision:same_name")
        .expect("a collision");
    let reason = collision["reasons"][0].as_str().expect("text");
    assert!(reason.contains("same-name-1.toml") && reason.contains("same-name-2.toml"), "{reason}");
}

#[test]
fn unlinked_is_an_omission_where_that_is_allowed() {
    let (listing, _) = list("host.json", &["--allow-unlinked"]);
    let row = (
        Some("function-only".to_owned()),
        "omitted",
        None,
        BTreeSet::from(["unlinked".to_owned()]),
    );
    assert!(rows(&listing).contains(&row));
}

#[test]
fn a_container_needs_an_engine() {
    let (listing, _) = list("host-without-engine.json", &[]);
    let row =
        (Some("boxed".to_owned()), "omitted", None, BTreeSet::from(["missing-engine".to_owned()]));
    assert!(rows(&listing).contains(&row));
}

#[test]
fn a_listing_is_the_same_on_every_run() {
    assert_eq!(list("host.json", &[]).0, list("host.json", &[]).0);
}
