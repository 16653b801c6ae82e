//! The shop, its stock and the units as one service, and what happens without the prefix that keeps two names apart.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

fn shop(instance: &Path, arguments: &[&str]) -> (Value, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_shop"))
        .args(arguments)
        .arg("--instance")
        .arg(instance)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let json = serde_json::from_slice(&output.stdout);
    (json.unwrap_or_else(|error| panic!("{error}: {said}")), output.status.code())
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().expect("a list").iter();
    tools.map(|tool| tool["name"].as_str().expect("a name")).collect()
}

/// A copy without what cargo builds.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("listed") {
        let entry = entry.expect("listed");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("known").is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

#[test]
fn all_instances_are_one_service() {
    let (list, status) = shop(Path::new(HERE), &["list", "--json"]);
    assert_eq!(status, Some(0), "{list}");
    assert_eq!(names(&list), ["item_list", "st_item_list", "st_shelf_check", "unit_list"]);
    let of = |name: &str| {
        let tools = list["tools"].as_array().expect("a list").iter();
        let tool = tools.clone().find(|tool| tool["name"] == name).expect("served");
        (tool["instance"].clone(), tool["version"].clone())
    };
    assert_eq!(of("st_item_list"), ("stock".into(), "1.4.0".into()));
    assert_eq!(of("unit_list"), ("units".into(), "1.0.0".into()));

    let arguments = ["call", "st_shelf_check", "--arg", "shelf=B2", "--json"];
    let (answer, status) = shop(Path::new(HERE), &arguments);
    assert_eq!(
        (&answer["content"][0]["text"], status),
        (&"shelf B2 holds what it should\n".into(), Some(0))
    );
}

#[test]
fn without_the_prefix_two_names_collide() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(Path::new(HERE), folder.path());
    let manifest = folder.path().join("stock/toolnode.toml");
    let text = std::fs::read_to_string(&manifest).expect("read");
    std::fs::write(&manifest, text.replace("prefix = \"st\"\n", "")).expect("written");

    let (list, status) = shop(folder.path(), &["list", "--json"]);
    assert_eq!(status, Some(2));
    let collisions = list["undetermined"].as_array().expect("a list");
    assert_eq!(collisions.len(), 2);
    for collision in collisions {
        assert_eq!(collision["codes"][0], "collision:item_list");
        let reason = collision["reasons"][0].as_str().expect("a text");
        for part in [
            "src/main.rs:21 (shop::item_list) (crate shop, instance shop)",
            "src/lib.rs:22 (stock_tools::item_list) (crate stock-tools, instance stock)",
            "write prefix = \"stock\" under [instance] in ",
        ] {
            assert!(reason.contains(part), "{part}: {reason}");
        }
    }
}

#[test]
fn a_function_that_was_exported_is_missed_when_it_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    copy(Path::new(HERE), folder.path());
    let linked = folder.path().join("tools/linked");
    let export = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_shop"))
            .args(["export", "--instance"])
            .arg(folder.path())
            .arg("--nodes")
            .arg(&linked)
            .args(more)
            .output()
            .expect("the binary runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(export(&["--check"]).0, Some(1), "nothing is there yet");
    assert_eq!(export(&[]).0, Some(0));
    assert_eq!(export(&["--check"]), (Some(0), String::new()));

    // The file and the function are one tool.
    let (list, status) = shop(folder.path(), &["list", "--json"]);
    assert_eq!(status, Some(0), "{list}");
    assert_eq!(names(&list), ["item_list", "st_item_list", "st_shelf_check", "unit_list"]);

    let file = linked.join("item-list.json");
    let text = std::fs::read_to_string(&file).expect("written");
    std::fs::write(&file, text.replace("with prices", "without prices")).expect("written");
    let (status, said) = export(&["--check"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("item-list.json differs from what is linked"), "{said}");
    assert!(said.contains("to write them anew: shop export --nodes"), "{said}");

    // A function that was there when the file was written, and is not any more.
    let gone = text.replace("shop::item_list", "shop::price_list");
    std::fs::write(&file, gone.replace("item-list", "price-list")).expect("written");
    let (list, status) = shop(folder.path(), &["list", "--json"]);
    assert_eq!(status, Some(2));
    let undetermined = list["undetermined"].to_string();
    assert!(
        undetermined.contains("shop::price_list is not linked into this binary"),
        "{undetermined}"
    );
}

#[test]
fn the_transcript_in_the_book_is_what_the_program_prints() {
    trycmd::TestCases::new().case("../../book/src/several-instances.md");
}
