//! What can be wrong with a file before its text is looked at.
#![cfg(feature = "runtime")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use toolnode::fault::FaultKind;
use toolnode::node;

#[test]
fn each_is_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mebibyte = 1 << 20;
    fs::write(at("just-fits.toml"), "#".repeat(mebibyte)).expect("a file");
    fs::write(at("too-large.toml"), "#".repeat(mebibyte + 1)).expect("a file");
    fs::write(at("bytes.json"), b"{\n \"id\": \"\xff\"}").expect("a file");
    fs::write(at("utf-16.yaml"), b"\xff\xfei\0d\0").expect("a file");
    fs::write(at("only-a-mark.yaml"), "\u{feff}").expect("a file");
    fs::write(at("node.txt"), "").expect("a file");
    fs::write(at("node"), "").expect("a file");
    fs::create_dir(at("folder.yml")).expect("a folder");
    symlink("gone.toml", at("broken.toml")).expect("a link");
    symlink("ring-2.toml", at("ring-1.toml")).expect("a link");
    symlink("ring-1.toml", at("ring-2.toml")).expect("a link");
    symlink("too-large.toml", at("linked.toml")).expect("a link");
    let made = Command::new("mkfifo").arg(at("pipe.toml")).status().expect("mkfifo");
    assert!(made.success());
    fs::write(at("a-file"), "").expect("a file");

    let names = [
        "just-fits.toml",
        "too-large.toml",
        "linked.toml",
        "bytes.json",
        "utf-16.yaml",
        "only-a-mark.yaml",
        "node.txt",
        "node",
        "folder.yml",
        "broken.toml",
        "ring-1.toml",
        "pipe.toml",
        "gone.toml",
        "a-file/node.toml",
    ];
    let mut first = Vec::new();
    for name in names {
        let unread = node::read_file(&at(name), Path::new(name)).expect_err(name);
        assert!(
            name == "just-fits.toml"
                || unread.faults.iter().all(|f| f.kind == FaultKind::Unreadable),
            "{name}"
        );
        first.push(unread.faults[0].to_string());
    }
    insta::assert_snapshot!(first.join("\n"));
}
