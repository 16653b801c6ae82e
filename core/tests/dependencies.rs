//! Instances that depend on others, read from real folders by the real binary.
#![cfg(feature = "cli")]

mod common;

use common::{Instance, answer, text};
use serde_json::{Value, json};

fn manifest(name: &str, rest: &str) -> String {
    format!("[instance]\nname = \"{name}\"\nversion = \"1.0.0\"\n{rest}")
}

fn node(id: &str, command: &str) -> String {
    format!(
        "id = \"{id}\"\nsummary = \"A case: {id}.\"\nsatisfies = [\"cases\"]\n[invoke]\nshell = \"{command}\"\n"
    )
}

/// The served instance in the root; `dependencies` are paths from it, by name.
fn root(dependencies: &[(&str, &str)]) -> Instance {
    let root = Instance::new();
    let mut table = String::new();
    for (name, path) in dependencies {
        table += &format!("{name} = {{ path = \"{path}\" }}\n");
    }
    root.file("toolnode.toml", &manifest("root", &format!("[dependencies]\n{table}")));
    root
}

fn list(root: &Instance) -> (Value, i32) {
    answer(&root.run(&["list", "--json"]))
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().expect("a list").iter();
    tools.map(|tool| tool["name"].as_str().expect("a name")).collect()
}

fn complaint(root: &Instance) -> String {
    let output = root.run(&["list"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    said.replace(&root.path().display().to_string(), "ROOT")
}

#[test]
fn a_diamond_is_one_instance_and_each_command_runs_in_its_own_folder() {
    let root = root(&[("left", "left"), ("right", "right")]);
    for side in ["left", "right"] {
        root.file(
            &format!("{side}/toolnode.toml"),
            &manifest(side, "[dependencies]\nbase = { path = \"../base\" }\n"),
        );
    }
    root.file(
        "base/toolnode.toml",
        &manifest("base", "").replace("[instance]", "[instance]\nprefix = \"b\""),
    );
    root.file("base/tools/where-get.toml", &node("where-get", "./where"));
    root.script("base/where", "pwd");
    root.file("tools/where-get.toml", &node("where-get", "./where"));
    root.script("where", "pwd");

    let (listed, exit) = list(&root);
    assert_eq!(exit, 0, "{listed}");
    assert_eq!(names(&listed), ["b_where_get", "where_get"]);
    assert_eq!(listed["tools"][0]["instance"], "base");
    let folder = root.path().canonicalize().expect("there");
    for (name, folder) in [("b_where_get", folder.join("base")), ("where_get", folder)] {
        let (said, exit) = root.call(name, &json!({}));
        assert_eq!((text(&said).trim(), exit), (folder.to_str().expect("UTF-8"), 0));
    }
}

#[test]
fn types_of_a_dependency_are_named_by_their_iri() {
    let root = root(&[("base", "base")]);
    root.file("base/toolnode.toml", &manifest("base", ""));
    root.file(
        "base/types.json",
        "{\"$id\": \"https://example.org/base\", \"$defs\": {\"Word\": {\"type\": \"string\", \"pattern\": \"^[a-z]+$\"}}}",
    );
    let input = |port: &str| {
        format!(
            "{}\n[[io.inputs]]\nname = \"word\"\n{port}\nrequired = true\narg = {{ positional = 0 }}\n",
            node("word-get", "true")
        )
    };
    root.file("tools/word-get.toml", &input("schema = \"https://example.org/base#/$defs/Word\""));
    let (listed, exit) = list(&root);
    assert_eq!(exit, 0, "{listed}");
    assert_eq!(listed["tools"][0]["inputSchema"]["properties"]["word"]["pattern"], "^[a-z]+$");
    // The short name is one of the instance's own vocabulary only.
    root.file("tools/word-get.toml", &input("type = \"Word\""));
    let (listed, exit) = list(&root);
    assert_eq!((&listed["undetermined"][0]["codes"], exit), (&json!(["unresolved-type:word"]), 2));
}

#[test]
fn every_fault_of_every_instance_is_said_at_once() {
    let root =
        root(&[("absent", "absent"), ("empty", "empty"), ("other", "named"), ("broken", "broken")]);
    root.file("empty/file", "");
    root.file("named/toolnode.toml", &manifest("its-own-name", ""));
    root.file("broken/toolnode.toml", "[instance]\nname = \"broken\"\n");
    let said = complaint(&root);
    for part in [
        "the dependency `absent` leads to ROOT/absent, and there is no such folder",
        "the dependency `empty` leads to ROOT/empty, which is no instance: it has no toolnode.toml",
        "the dependency `other` leads to ROOT/named, and that instance is called `its-own-name`",
        "ROOT/toolnode.toml:5:1",
        "ROOT/broken/toolnode.toml",
        "version",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn a_circle_is_refused_and_shown() {
    let root = root(&[("a", "a")]);
    root.file("a/toolnode.toml", &manifest("a", "[dependencies]\nb = { path = \"../b\" }\n"));
    root.file("b/toolnode.toml", &manifest("b", "[dependencies]\na = { path = \"../a\" }\n"));
    let said = complaint(&root);
    assert!(said.contains("ROOT/b/toolnode.toml:5:1"), "{said}");
    assert!(said.contains("closes a circle: a (ROOT/a) -> b (ROOT/b) -> a (ROOT/a)"), "{said}");
    // An instance that depends on itself is the smallest one.
    root.file("b/toolnode.toml", &manifest("b", "[dependencies]\nb = { path = \".\" }\n"));
    assert!(complaint(&root).contains("closes a circle: b (ROOT/b) -> b (ROOT/b)"));
}

#[test]
fn one_name_is_one_folder_at_one_version() {
    let root = root(&[("a", "a"), ("same", "one")]);
    root.file("a/toolnode.toml", &manifest("a", "[dependencies]\nsame = { path = \"../two\" }\n"));
    root.file("one/toolnode.toml", &manifest("same", ""));
    root.file("two/toolnode.toml", &manifest("same", ""));
    let said = complaint(&root);
    assert!(
        said.contains("the instance `same` is the name of different folders: ROOT/one (version 1.0.0) and ROOT/two (version 1.0.0)"),
        "{said}"
    );
    root.file("two/toolnode.toml", &manifest("same", "").replace("1.0.0", "2.0.0"));
    let said = complaint(&root);
    assert!(
        said.contains("the instance `same` is there at different versions: ROOT/one (version 1.0.0) and ROOT/two (version 2.0.0)"),
        "{said}"
    );
}

#[test]
fn a_collision_names_all_contributors_and_the_prefix_that_ends_it() {
    let root = root(&[("base-tools", "base")]);
    root.file("base/toolnode.toml", &manifest("base-tools", ""));
    // A copy in another instance runs in another folder: it is another node.
    root.file("base/tools/bean-list.toml", &node("bean-list", "true"));
    root.file("tools/bean-list.toml", &node("bean-list", "true"));
    let (listed, exit) = list(&root);
    assert_eq!(exit, 2);
    let undetermined = listed["undetermined"].as_array().expect("a list");
    assert_eq!(undetermined.len(), 2);
    for one in undetermined {
        assert_eq!(one["codes"], json!(["collision:bean_list"]));
        let reason = one["reasons"][0].as_str().expect("a text");
        for part in [
            "tools/bean-list.toml:1:6 (instance root)",
            "base/tools/bean-list.toml:1:6 (instance base-tools)",
            "write prefix = \"base_tools\" under [instance] in ",
            "base/toolnode.toml",
        ] {
            assert!(reason.contains(part), "{part}: {reason}");
        }
    }
    let prefixed =
        manifest("base-tools", "").replace("[instance]", "[instance]\nprefix = \"base_tools\"");
    root.file("base/toolnode.toml", &prefixed);
    let (listed, exit) = list(&root);
    assert_eq!((names(&listed), exit), (vec!["base_tools_bean_list", "bean_list"], 0));
}

#[test]
fn names_that_a_client_may_take_for_one_collide() {
    let root = root(&[]);
    root.file("tools/bean-list.toml", &node("bean-list", "true"));
    root.file("tools/beanlist.toml", &node("beanlist", "true"));
    let (listed, exit) = list(&root);
    assert_eq!(exit, 2);
    assert_eq!(listed["undetermined"][0]["codes"], json!(["collision:bean_list"]));
    assert_eq!(listed["undetermined"][1]["codes"], json!(["collision:beanlist"]));
    let reason = listed["undetermined"][0]["reasons"][0].as_str().expect("a text");
    assert!(
        reason.contains("whose name beanlist a client that drops case and `_` takes for the same"),
        "{reason}"
    );
}

#[test]
fn one_node_declared_twice_is_one_and_what_differs_is_shown() {
    let root = root(&[]);
    root.file("tools/one/bean-list.toml", &node("bean-list", "printf 'a b'"));
    // The same, with its command as words.
    let again = json!({
        "id": "bean-list", "summary": "A case: bean-list.", "satisfies": ["cases"],
        "invoke": {"shell": ["printf", "a b"]},
    });
    root.file("tools/two/bean-list.json", &again.to_string());
    let (listed, exit) = list(&root);
    assert_eq!((names(&listed), exit), (vec!["bean_list"], 0));

    let other = again.to_string().replace("A case: bean-list.", "A case: another one.");
    root.file("tools/two/bean-list.json", &other);
    let (listed, exit) = list(&root);
    assert_eq!((listed["undetermined"].as_array().expect("a list").len(), exit), (1, 2));
    let reason = listed["undetermined"][0]["reasons"][0].as_str().expect("a text");
    assert!(
        reason
            .contains("`summary` is \"A case: bean-list.\" there and \"A case: another one.\" at "),
        "{reason}"
    );
}

#[test]
fn a_probe_says_whether_a_runtime_is_there() {
    let root = root(&[]);
    let probes = "[runtimes]\ngood = { probe = [\"./good\", \"--version\"] }\nbad = { probe = [\"./bad\"] }\ngone = { probe = [\"./gone\"] }\n";
    root.file("toolnode.toml", &manifest("root", probes));
    root.script("good", "touch probed; test \"$1\" = --version");
    root.script("bad", "exit 7");
    for runtime in ["good", "bad", "gone"] {
        let requires = format!(
            "{}\n[requires]\nruntime = [\"{runtime}\"]\n",
            node(&format!("{runtime}-run"), "true")
        );
        root.file(&format!("tools/{runtime}-run.toml"), &requires);
    }
    let host = root
        .file("host.json", "{\"os\":\"linux\",\"programs\":[\"true\",\"bad\"],\"network\":false}");

    // Under facts that are given nothing runs: the names of runtimes are looked up in them.
    let (listed, _) =
        answer(&root.run(&["list", "--json", "--host", host.to_str().expect("UTF-8")]));
    assert_eq!(names(&listed), ["bad_run"]);
    assert!(!root.path().join("probed").exists());

    let (listed, exit) = list(&root);
    assert_eq!((names(&listed), exit), (vec!["good_run"], 0), "{listed}");
    assert!(root.path().join("probed").exists());
    let reason = |index: usize| listed["omitted"][index]["reasons"][0].as_str().expect("a text");
    assert_eq!(listed["omitted"][0]["codes"], json!(["missing-runtime:bad"]));
    assert_eq!(reason(0), "it needs \"bad\", its probe `./bad` failed (exit status: 7)");
    assert!(
        reason(1)
            .starts_with("it needs \"gone\", its probe `./gone` cannot run: there is no program "),
        "{}",
        reason(1)
    );
}

#[test]
fn a_function_that_is_expected_and_not_linked_is_loud() {
    let root = root(&[]);
    root.file("toolnode.toml", &manifest("root", "[in_process]\nexpect = [\"plan::bean_list\"]\n"));
    let (listed, exit) = list(&root);
    assert_eq!(exit, 2);
    assert_eq!(listed["undetermined"][0]["codes"], json!(["unlinked"]));
    let source = listed["undetermined"][0]["source"].as_str().expect("a text");
    assert!(source.ends_with("toolnode.toml:5:11"), "{source}");
    let (listed, exit) = answer(&root.run(&["list", "--json", "--allow-unlinked"]));
    assert_eq!(exit, 0);
    assert_eq!(listed["omitted"][0]["id"], "plan::bean_list");
    assert_eq!(listed["omitted"][0]["codes"], json!(["unlinked"]));
}
