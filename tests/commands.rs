//! Commands declared in Rust: the nodes that they become, beside those of files.
#![allow(missing_docs, reason = "a test")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::json;
use toolnode::assemble::Entry;
use toolnode::node::ToolNode;
use toolnode::project::{Code, Found, Projection};
use toolnode::{App, ArgvType, Options, tool};

/// Which bean.
#[derive(ArgvType)]
#[argv(
    pattern = "^[a-z0-9][a-z0-9-]*$",
    max_len = 40,
    iri = "https://example.org/beans/types.json#/$defs/BeanId"
)]
struct BeanId(String);

#[derive(ArgvType)]
#[argv(iri = "https://example.org/beans/types.json#/$defs/BeanStatus")]
#[serde(rename_all = "kebab-case")]
enum BeanStatus {
    /// Not begun.
    Todo,
    InProgress,
}

#[derive(ArgvType)]
#[argv(min = 1, max = 99, iri = "https://example.org/beans/types.json#/$defs/Limit")]
struct Limit(u8);

/// A bean, as it is printed.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "the command is what makes them")]
struct Bean {
    /// Its id.
    id: BeanId,
    status: BeanStatus,
}

type Several<T> = Option<Vec<T>>;

/// A bean: change its status; the note is appended to its body.
#[tool(
    title = "Update a bean",
    satisfies = ["work-plan", "reading"],
    shell = "git 'beans update' --quiet",
    terminator,
    container(
        image = "localhost/beans:1",
        command = ["beans", "update"],
        mounts = ["plan"],
        user = "1000:1000"
    ),
    requires(os = ["linux", "macos"], runtime = "git", network = false, env = "HOME", permissions = "bean-write"),
    exit(ok = [0, 3], undetermined = [2]),
    limits(seconds = 2.5, stdin_bytes = 65_536),
    stdout = "json",
    read_only = false,
    destructive,
    example(name = "one", input = { "id": "a", "force": true }, expect = { "subset": { "id": "a" } })
)]
fn bean_update(
    /// Which bean.
    #[arg(positional = 0, lead = ["@"])]
    id: BeanId,
    #[arg(positional = 1)] others: Several<BeanId>,
    /// How far it is.
    #[arg(flag = "--status", default = BeanStatus::Todo)]
    status: BeanStatus,
    #[arg(flag = "--at-most", joined, name = "at_most")] limit: Option<Limit>,
    #[arg(flag = "--force")] force: bool,
    #[arg(flag = "-q")] quiet: Option<bool>,
    #[arg(stdin, secret)] note: Option<String>,
    #[arg(unplaced)] why: Option<BeanId>,
) -> Vec<Bean>;

const FILE: &str = r#"
id = "bean-change"
title = "Update a bean"
summary = "A bean: change its status; the note is appended to its body."
satisfies = ["work-plan", "reading"]

[invoke]
shell = "git 'beans update' --quiet"
terminator = true
container = { image = "localhost/beans:1", command = ["beans", "update"], mounts = ["plan"], user = "1000:1000" }

[requires]
os = ["linux", "macos"]
runtime = ["git"]
network = false
env = ["HOME"]
permissions = ["bean-write"]

[exit]
ok = [0, 3]
undetermined = [2]

[limits]
seconds = 2.5
stdin_bytes = 65536

[annotations]
read_only = false
destructive = true

[[examples]]
name = "one"
input = { id = "a", force = true }
expect = { subset = { id = "a" } }

[io]
stdout = "json"
outputs = [{ name = "result", schema = "urn:toolnode:instance:toolnode-tests#/$defs/Array_of_Bean", whole = true }]

[[io.inputs]]
name = "id"
schema = "https://example.org/beans/types.json#/$defs/BeanId"
required = true
description = "Which bean."
arg = { positional = 0, lead = ["@"] }

[[io.inputs]]
name = "others"
schema = "https://example.org/beans/types.json#/$defs/BeanId"
required = false
repeated = true
arg = { positional = 1 }

[[io.inputs]]
name = "status"
schema = "https://example.org/beans/types.json#/$defs/BeanStatus"
required = false
default = "todo"
description = "How far it is."
arg = { flag = "--status" }

[[io.inputs]]
name = "at_most"
schema = "https://example.org/beans/types.json#/$defs/Limit"
required = false
arg = { flag = "--at-most", joined = true }

[[io.inputs]]
name = "force"
schema = "urn:toolnode:instance:toolnode-tests#/$defs/boolean"
required = true
arg = { flag = "--force" }

[[io.inputs]]
name = "quiet"
schema = "urn:toolnode:instance:toolnode-tests#/$defs/boolean"
required = false
arg = { flag = "-q" }

[[io.inputs]]
name = "note"
schema = "urn:toolnode:instance:toolnode-tests#/$defs/string"
required = false
secret = true
arg = { stdin = true }

[[io.inputs]]
name = "why"
schema = "https://example.org/beans/types.json#/$defs/BeanId"
required = false
"#;

/// A type that is another in the types document.
#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$", iri = "https://example.org/beans/types.json#/$defs/Tag")]
struct Tag(String);

/// A bean: give it a tag.
#[tool(shell = "git tag", satisfies = "work-plan")]
fn bean_tag_update(#[arg(positional = 0)] tag: Tag);

/// A type of which nobody knows.
#[derive(ArgvType)]
#[argv(pattern = "^[a-z]+$", iri = "https://example.org/absent.json#/$defs/Absent")]
struct Absent(String);

/// A bean: leave it.
#[tool(shell = "git rm", satisfies = "work-plan")]
fn bean_leave_update(#[arg(positional = 0)] absent: Absent);

fn instance() -> (tempfile::TempDir, Projection) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("toolnode.toml", "[instance]\nname = \"beans\"\nversion = \"1.0.0\"\n");
    write("tools/bean-change.toml", FILE);
    // A file that names a command as if it were a function.
    let named = "id = \"bean-named\"\nsummary = \"A bean: named.\"\nsatisfies = [\"work-plan\"]\n\
                 [invoke]\ninProcess = { module = \"commands::bean_file_update\" }\n";
    write("tools/bean-named.toml", named);
    let types = json!({
        "$id": "https://example.org/beans/types.json",
        "$defs": {
            "BeanId": {"pattern": "^[a-z0-9][a-z0-9-]*$", "type": "string", "maxLength": 40, "title": "An id"},
            "BeanStatus": {"enum": ["in-progress", "todo"], "description": "How far."},
            "Limit": {"type": "integer", "minimum": 1, "exclusiveMaximum": 100},
            "Tag": {"type": "string", "pattern": "^[a-z0-9]+$"},
        },
    });
    write("types.json", &types.to_string());
    let host = json!({"os": "linux", "programs": ["git"], "network": true});
    write("host.json", &host.to_string());
    let options = Options {
        instance: Some(folder.path().to_owned()),
        host: Some(folder.path().join("host.json")),
        ..Options::default()
    };
    let projection = App::new().projection(&options).unwrap();
    (folder, projection)
}

/// A bean: named in a file.
#[tool(shell = "git", satisfies = "work-plan")]
fn bean_file_update();

fn entry(projection: &Projection, id: &str) -> Arc<Entry> {
    match projection.find(id).as_slice() {
        [Found::Served(node)] => Arc::clone(&node.entry),
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn a_declaration_in_rust_is_the_node_that_a_file_would_be() {
    let (_folder, projection) = instance();
    let (rust, file) = (entry(&projection, "bean-update"), entry(&projection, "bean-change"));
    let node = ToolNode { id: "bean-update".to_owned(), ..file.node.clone() };
    assert_eq!(rust.node, node);
    let served = |name| projection.get(name).unwrap();
    let (rust, file) = (served("bean_update"), served("bean_change"));
    assert_eq!(rust.input_schema, file.input_schema);
    assert_eq!(rust.output_schema, file.output_schema);
    assert_eq!(rust.arm.kind(), file.arm.kind());
    assert!(!serde_json::to_string(&rust.input_schema).unwrap().contains("x-toolnode"));
    assert!(!serde_json::to_string(&rust.output_schema).unwrap().contains("x-toolnode"));
}

#[test]
fn a_command_belongs_to_its_crate() {
    let (_folder, projection) = instance();
    let owner = &entry(&projection, "bean-update").instance;
    assert_eq!((owner.name.as_str(), owner.version.as_str()), ("toolnode-tests", "0.1.0"));
    assert_eq!(owner.dir, Path::new(env!("CARGO_MANIFEST_DIR")));
}

fn undetermined(projection: &Projection, id: &str) -> (Code, String) {
    match projection.find(id).as_slice() {
        [Found::Undetermined(undetermined)] => {
            let [reason] = undetermined.reasons.as_slice() else { panic!("{undetermined:?}") };
            (reason.code.clone(), reason.message.clone())
        }
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn a_type_that_claims_to_be_another_is_not_served() {
    let (_folder, projection) = instance();
    let (code, message) = undetermined(&projection, "bean-tag-update");
    assert_eq!(code, Code::InvalidNode);
    for part in ["`tag`", "Tag in Rust", "^[a-z]+$", "^[a-z0-9]+$", "#/$defs/Tag"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let (code, message) = undetermined(&projection, "bean-leave-update");
    assert_eq!(code, Code::UnresolvedType("absent".to_owned()));
    assert!(message.contains("https://example.org/absent.json"), "{message}");
}

#[test]
fn a_file_cannot_name_a_command_for_a_function() {
    let (_folder, projection) = instance();
    let (code, message) = undetermined(&projection, "bean-named");
    assert_eq!(code, Code::InvalidNode);
    assert!(message.contains("commands::bean_file_update"), "{message}");
}
