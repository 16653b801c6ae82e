//! Reading an instance from a folder.
#![cfg(feature = "runtime")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use toolnode::fault::{self, FaultKind};
use toolnode::instance::{self, LintLevel, Loaded};
use toolnode::types::TypeStore;

const MANIFEST: &str = "[instance]\nname = \"beans\"\nversion = \"1.0.0\"\n";

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn node(id: &str, ty: &str) -> String {
    format!(
        "id = \"{id}\"\nsummary = \"A bean: test.\"\nsatisfies = [\"work-plan\"]\ninvoke.shell = \"beans\"\n\
         [[io.inputs]]\nname = \"id\"\ntype = \"{ty}\"\nrequired = true\narg = {{ positional = 0 }}\n"
    )
}

fn load(folder: &TempDir, types: &mut TypeStore) -> Loaded {
    let loaded = instance::load(folder.path(), Path::new("beans"), types);
    loaded.unwrap_or_else(|faults| panic!("{}", fault::render(&faults)))
}

fn ids(loaded: &Loaded) -> Vec<&str> {
    loaded.nodes.iter().map(|loaded| &*loaded.node.id).collect()
}

/// What could not be read, a line each.
fn unread(loaded: &Loaded) -> String {
    let faults: Vec<_> = loaded.unread.iter().flat_map(|unread| unread.faults.clone()).collect();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_nearest_folder_upward_is_the_instance() {
    let outer = folder(&[
        ("toolnode.toml", MANIFEST),
        ("inner/deep/file", ""),
        ("inner/toolnode.toml", MANIFEST),
    ]);
    let root = outer.path();
    assert_eq!(instance::find(&root.join("inner/deep")), Some(root.join("inner")));
    assert_eq!(instance::find(&root.join("inner")), Some(root.join("inner")));
    assert_eq!(instance::find(root), Some(root.to_owned()));
    let none = folder(&[]);
    assert_eq!(instance::find(none.path()), None);
    symlink("nowhere", none.path().join("toolnode.toml")).expect("a link");
    assert_eq!(instance::find(none.path()), Some(none.path().to_owned()));
}

#[test]
fn a_folder_is_read_in_order_with_its_types() {
    let types = r#"{ "$id": "https://example.org/types.json", "$defs": { "BeanId": { "type": "string" } } }"#;
    let folder = folder(&[
        ("toolnode.toml", MANIFEST),
        ("types.json", types),
        ("tools/b.toml", &node("b-list", "BeanId")),
        ("tools/a/z.toml", &node("z-list", "Slug")),
        ("tools/c.toml", &node("c-list", "BeenId")),
        ("tools/.hidden.toml", "not read"),
        ("tools/.git/x.toml", "not read"),
        ("tools/README.md", "not a node"),
        ("tools/old.toml~", "not a node"),
        ("tools/D.JSON", &serde_json::json!({
            "id": "d-list", "summary": "A bean: test.", "satisfies": ["x"], "invoke": { "manual": true }
        }).to_string()),
    ]);
    let mut types = TypeStore::new();
    let loaded = load(&folder, &mut types);
    assert_eq!(unread(&loaded), "");
    assert_eq!(ids(&loaded), ["d-list", "z-list", "b-list", "c-list"]);
    let port = |index: usize| {
        let input = &loaded.nodes[index].node.io.inputs[0];
        (input.schema.as_deref(), input.type_name.as_deref())
    };
    assert_eq!(port(2), (Some("https://example.org/types.json#/$defs/BeanId"), None));
    assert_eq!(port(1), (Some("urn:toolnode:types:1#/$defs/Slug"), None));
    // What stands for nothing stays, and the store says why.
    assert_eq!(port(3), (None, Some("BeenId")));
    let why = types.short_name(&loaded.documents, "BeenId").expect_err("no such type").to_string();
    assert!(why.starts_with("no type is called `BeenId`"), "{why}");
    assert_eq!(loaded.nodes[2].location.to_string(), "beans/tools/b.toml:1:6");
}

#[test]
fn a_document_without_an_id_is_named_after_its_file() {
    let types = r#"{ "$defs": { "BeanId": { "type": "string" } } }"#;
    for (base, iri) in [
        ("", "urn:toolnode:instance:beans/schemas/t%20x.json#/$defs/BeanId"),
        (
            "base = \"https://example.org/h\"\n",
            "https://example.org/h/schemas/t%20x.json#/$defs/BeanId",
        ),
        (
            "base = \"https://example.org/h/\"\n",
            "https://example.org/h/schemas/t%20x.json#/$defs/BeanId",
        ),
    ] {
        let manifest = format!("{MANIFEST}{base}[paths]\ntypes = [\"schemas/t x.json\"]\n");
        let folder = folder(&[
            ("toolnode.toml", &manifest),
            ("schemas/t x.json", types),
            ("tools/b.toml", &node("b-list", "BeanId")),
        ]);
        let mut store = TypeStore::new();
        let loaded = load(&folder, &mut store);
        assert_eq!(unread(&loaded), "");
        assert_eq!(loaded.nodes[0].node.io.inputs[0].schema.as_deref(), Some(iri));
        store.resolve(iri).expect("a type");
    }
}

#[test]
fn only_what_is_declared_must_be_there() {
    let mut types = TypeStore::new();
    let loaded = load(&folder(&[("toolnode.toml", MANIFEST)]), &mut types);
    assert_eq!((loaded.nodes.len(), loaded.unread.len(), loaded.documents.len()), (0, 0, 0));
    let manifest =
        format!("{MANIFEST}[paths]\ntools = [\"tools\", \"more\"]\ntypes = [\"types.json\"]\n");
    let folder = folder(&[("toolnode.toml", &manifest), ("more", "a file")]);
    let loaded = load(&folder, &mut types);
    insta::assert_snapshot!(unread(&loaded), @r"
    beans/more: this is a file, where a folder should be
    beans/tools: it does not exist
    beans/types.json: it does not exist
    ");
    assert!(loaded.unread.iter().all(|unread| unread.faults[0].kind == FaultKind::Unreadable));
}

#[test]
fn links_are_followed_and_what_is_wrong_with_them_is_said() {
    let elsewhere = folder(&[
        ("shared.toml", &node("shared-list", "Slug")),
        ("more/x.toml", &node("x-list", "Slug")),
    ]);
    let folder = folder(&[("toolnode.toml", MANIFEST), ("tools/a.toml", &node("a-list", "Slug"))]);
    let tools = folder.path().join("tools");
    let link = |target: &Path, name: &str| symlink(target, tools.join(name)).expect("a link");
    link(&elsewhere.path().join("shared.toml"), "linked.toml");
    link(&elsewhere.path().join("more"), "more");
    link(Path::new("gone.toml"), "broken.toml");
    link(Path::new("self.toml"), "self.toml");
    link(Path::new("."), "loop");
    fs::create_dir(tools.join("folder.toml")).expect("a folder");
    let loaded = load(&folder, &mut TypeStore::new());
    assert_eq!(ids(&loaded), ["a-list", "shared-list", "x-list"]);
    insta::assert_snapshot!(unread(&loaded), @r"
    beans/tools/broken.toml: this is a symbolic link to `gone.toml`, which does not exist
    beans/tools/loop: this is a symbolic link that leads back to `tools`
    beans/tools/self.toml: this is a symbolic link that leads back to itself
    ");
}

#[test]
fn a_bad_file_hides_no_other() {
    let folder = folder(&[
        ("toolnode.toml", MANIFEST),
        ("types.json", "{ \"$id\": \"https://example.org/t\", \"$defs\": 5 }"),
        ("tools/a.toml", "id = \"a-list\"\nsummary = 5\n"),
        ("tools/b.yaml", "id: [\n"),
        ("tools/c.json", ""),
        ("tools/d.toml", &node("d-list", "Slug")),
    ]);
    let loaded = load(&folder, &mut TypeStore::new());
    assert_eq!(ids(&loaded), ["d-list"]);
    let read: Vec<_> = loaded
        .unread
        .iter()
        .map(|unread| (unread.location.to_string(), unread.id.as_deref(), unread.faults.len()))
        .collect();
    assert_eq!(
        read,
        [
            ("beans/tools/a.toml:1:6".to_owned(), Some("a-list"), 3),
            ("beans/tools/b.yaml:1:5".to_owned(), None, 1),
            ("beans/tools/c.json".to_owned(), None, 1),
            ("beans/types.json".to_owned(), None, 1),
        ]
    );
}

#[test]
fn an_instance_whose_nodes_lie_beside_its_own_files() {
    let manifest =
        format!("{MANIFEST}[paths]\ntools = [\".\", \"./sub/\"]\ntypes = [\"./types.json\"]\n");
    let folder = folder(&[
        ("toolnode.toml", &manifest),
        ("toolnode.deploy.toml", "confine = \"off\""),
        ("types.json", r#"{ "$id": "https://example.org/t" }"#),
        ("roles.json", "{}"),
        ("sub/a.toml", &node("a-list", "Slug")),
    ]);
    let loaded = load(&folder, &mut TypeStore::new());
    assert_eq!(unread(&loaded), "");
    assert_eq!(ids(&loaded), ["a-list"], "a file in two of the folders is one file");
}

#[test]
fn all_keys_are_read() {
    let path = PathBuf::from("tests/fixtures/instance/all.toml");
    let instance = instance::read_file(&path, &path)
        .unwrap_or_else(|faults| panic!("{}", fault::render(&faults)));
    assert_eq!(instance.identity.prefix.as_deref(), Some("fa"));
    assert_eq!(instance.base(), "https://example.org/beans/");
    assert_eq!(instance.paths.tools, ["tools", "more/tools"]);
    assert_eq!(instance.paths.skills, ["skills"]);
    assert_eq!(instance.paths.roles.as_deref(), Some("who.json"));
    assert_eq!(instance.verbs["claim"], "Taking a bean is neither an update nor a run.");
    assert_eq!(instance.lints.names, LintLevel::Warn);
    assert_eq!(instance.lints.unsatisfied, LintLevel::Deny);
    assert_eq!(instance.runtimes["pymupdf"].probe, ["python3", "-c", "import fitz"]);
    assert_eq!(instance.in_process.expect, ["beans::bean_list"]);
    let least = folder(&[("toolnode.toml", MANIFEST)]);
    let least = instance::read_file(&least.path().join("toolnode.toml"), Path::new("x"))
        .expect("an instance");
    assert_eq!(least.base(), "urn:toolnode:instance:beans");
    assert_eq!(least.paths.types, ["types.json"]);
    assert_eq!((least.lints.names, least.lints.unsatisfied), (LintLevel::Deny, LintLevel::Warn));
}

#[test]
fn each_bad_manifest_is_told_about_in_full() {
    for name in ["keys", "values"] {
        let path = PathBuf::from(format!("tests/fixtures/instance/bad-{name}.toml"));
        let faults = instance::read_file(&path, &path).expect_err(name);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("instance_{name}"), fault::render(&faults));
        });
    }
    let none = folder(&[]);
    let faults = instance::load(none.path(), Path::new("beans"), &mut TypeStore::new())
        .expect_err("no file");
    assert_eq!(faults[0].to_string(), "beans/toolnode.toml: it does not exist");
}

#[test]
fn a_thousand_nodes() {
    let files: Vec<(String, String)> = (0..1000)
        .map(|number| (format!("tools/{number}.toml"), node(&format!("n{number}-list"), "Slug")))
        .collect();
    let mut all: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    all.push(("toolnode.toml", MANIFEST));
    let folder = folder(&all);
    let loaded = load(&folder, &mut TypeStore::new());
    assert_eq!((loaded.nodes.len(), loaded.unread.len()), (1000, 0));
}
