//! `new` through the real binary: what it writes passes `check`, and it writes over nothing.
#![cfg(feature = "cli")]
#![allow(missing_docs, reason = "a test")]

mod common;

use common::toolnode;

#[test]
fn a_new_instance_and_a_new_tool_pass() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, said) = toolnode(folder.path(), &["new", "instance", "river-levels"]);
    assert_eq!(status, Some(0), "{said}");
    let instance = folder.path().join("river-levels");
    let (status, said) = toolnode(&instance, &["check"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.starts_with("river-levels 0.1.0: everything agrees\n"), "{said}");
    let (status, said) = toolnode(&instance, &["call", "file_list"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("toolnode.toml"), "{said}");

    let (status, said) =
        toolnode(&instance, &["new", "tool", "gauge-list", "--shell", "cat \"gauges.csv\""]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = toolnode(&instance, &["new", "tool", "station-check"]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said) = toolnode(&instance, &["check"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(!said.contains("error") && !said.contains("warning"), "{said}");
}

#[test]
fn nothing_is_written_over_and_a_bad_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, said) = toolnode(folder.path(), &["new", "instance", "River Levels"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("--name river-levels"), "{said}");
    assert_eq!(toolnode(folder.path(), &["new", "instance", "levels"]).0, Some(0));
    let (status, said) = toolnode(folder.path(), &["new", "instance", "levels"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("is there already; nothing was written"), "{said}");

    let instance = folder.path().join("levels");
    for (args, part) in [
        (&["fetch-gauge"][..], "`gauge-get` would do"),
        (&["file-list"], "already"),
        (&["gauge-list", "--satisfies", "file-redaing"], "did you mean \"file-reading\"?"),
        (&["git-gauge-list", "--shell", "git log"], "names the program that it runs, `git`"),
        (&["gauge-list", "--shell", "a | b"], "shell"),
        (&["gauge-list", "--rust"], "cargo init"),
    ] {
        let (status, said) = toolnode(&instance, &[&["new", "tool"], args].concat());
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(part), "{said}");
        assert_eq!(std::fs::read_dir(instance.join("tools")).expect("listed").count(), 1);
    }
}

#[test]
fn a_function_is_a_module_of_the_crate() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(toolnode(folder.path(), &["new", "instance", "levels"]).0, Some(0));
    let instance = folder.path().join("levels");
    std::fs::create_dir(instance.join("src")).expect("made");
    std::fs::write(instance.join("src/main.rs"), "//! Levels.\n\ntoolnode::main!();\n")
        .expect("written");
    let (status, said) = toolnode(&instance, &["new", "tool", "gauge-list", "--rust"]);
    assert_eq!(status, Some(0), "{said}");
    let read = |name: &str| std::fs::read_to_string(instance.join(name)).expect("read");
    assert_eq!(read("src/main.rs"), "//! Levels.\n\nmod gauge_list;\ntoolnode::main!();\n");
    assert!(read("src/gauge_list.rs").contains("/// A gauge: list those that there are.\n#[tool(satisfies = \"file-reading\")]\nfn gauge_list()"));
}
