//! Examples of file nodes, exercised: what they expect, what may write where, and what is known afterwards.
#![cfg(feature = "cli")]

mod common;

use common::Instance;
use serde_json::{Value, json};

fn instance() -> Instance {
    let instance = Instance::new();
    instance.file("toolnode.deploy.toml", "[audit]\nfile = \"audit.jsonl\"\nsync = \"none\"\n");
    instance.node(
        "word-list",
        "[invoke]\nshell = \"/bin/echo one two\"\n[annotations]\nread_only = true\n\
         [[examples]]\nname = \"both\"\nexpect = { equals = \"one two\\n\" }\n\
         [[examples]]\nname = \"a part\"\nexpect = { contains = [\"two\"] }\n",
    );
    instance.node(
        "mark-create",
        "[invoke]\nshell = \"/usr/bin/touch marked\"\n[[examples]]\nname = \"one\"\n",
    );
    instance
}

fn json(instance: &Instance, words: &[&str]) -> (i32, Value) {
    let output = instance.run(words);
    let value = serde_json::from_slice(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("a status"), value.unwrap_or_else(|_| panic!("{said}")))
}

fn states(exercised: &Value) -> Vec<(String, String, String)> {
    let text = |shown: &Value, key: &str| shown[key].as_str().unwrap_or_default().to_owned();
    let results = exercised["results"].as_array().expect("a list").iter();
    results
        .map(|shown| (text(shown, "tool"), text(shown, "example"), text(shown, "state")))
        .collect()
}

fn verification(instance: &Instance, name: &str) -> Value {
    let (_, shown) = json(instance, &["show", name, "--json"]);
    shown["verification"].clone()
}

#[test]
fn what_reads_is_exercised_and_what_writes_only_when_asked_and_in_a_copy() {
    let instance = instance();
    assert_eq!(verification(&instance, "word_list"), json!({"state": "unverified"}));
    let (status, exercised) = json(&instance, &["exercise", "--json"]);
    assert_eq!(status, 0);
    let expected = [
        ("mark_create", "one", "skipped"),
        ("word_list", "both", "passed"),
        ("word_list", "a part", "passed"),
    ]
    .map(|(tool, example, state)| (tool.to_owned(), example.to_owned(), state.to_owned()));
    assert_eq!(states(&exercised), expected);
    assert_eq!(exercised["recorded"], true);

    let (status, exercised) = json(&instance, &["exercise", "mark-create", "--writes", "--json"]);
    assert_eq!((status, &exercised["passed"]), (0, &json!(1)));
    assert!(!instance.path().join("marked").exists(), "it wrote into a copy");
    instance.run(&["exercise", "mark-create", "--writes", "--in-place"]);
    assert!(instance.path().join("marked").exists());

    for name in ["word_list", "mark_create"] {
        let known = verification(&instance, name);
        assert_eq!(known["state"], "verified", "{name}");
        assert!(known["since"].as_str().is_some_and(|since| since.ends_with('Z')), "{known}");
    }
    let (_, listing) = json(&instance, &["list", "--json"]);
    assert_eq!(listing["tools"][1]["verification"]["state"], "verified");
    let listed = String::from_utf8(instance.run(&["list"]).stdout).expect("UTF-8");
    assert!(listed.contains("word_list    shell  verified"), "{listed}");

    // In the record the calls are marked; a caller cannot mark its own.
    let shown = String::from_utf8(instance.run(&["audit", "show"]).stdout).expect("UTF-8");
    assert!(shown.contains("word_list by nobody named, cases, example \"both\""), "{shown}");
    assert_eq!(instance.run(&["audit", "verify"]).status.code(), Some(0));
    // A cut of its last line would be noticed.
    let read = |name| std::fs::read_to_string(instance.path().join(name)).expect("it is there");
    let last: Value =
        serde_json::from_str(read("audit.jsonl").lines().last().expect("a line")).expect("JSON");
    let head: Value = serde_json::from_str(&read("audit.jsonl.head")).expect("JSON");
    assert_eq!(head["seq"], last["seq"]);
}

#[test]
fn a_failure_is_told_and_a_change_makes_unverified() {
    let instance = instance();
    let failing = "[invoke]\nshell = \"/bin/echo one\"\n[annotations]\nread_only = true\n[[examples]]\nname = \"both\"\nexpect = { contains = [\"two\"] }\n";
    instance.node("word-list", failing);
    let output = instance.run(&["exercise"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        said,
        "skipped  mark_create, \"one\": it may write; --writes exercises it\n\
         failed   word_list, \"both\": the output does not contain \"two\": \"one\\n\"\n\
         0 passed, 1 failed, 1 skipped\n"
    );
    assert_eq!(verification(&instance, "word_list")["state"], "failing");
    let (status, report) = json(&instance, &["check", "--offline", "--json"]);
    let row = report["rows"].as_array().expect("rows").iter().find(|row| row["name"] == "exercise");
    let row = row.expect("a row");
    assert_eq!((status, &row["state"]), (1, &json!("absent")), "{row}");
    let found: Vec<_> = row["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|f| (&f["level"], &f["code"], &f["subject"]))
        .collect();
    assert_eq!(
        found,
        [
            (&json!("error"), &json!("failing"), &json!("word-list")),
            (&json!("note"), &json!("unverified"), &json!("mark-create"))
        ]
    );

    // A call that succeeds counts as well; of a node that is another now, nothing is known.
    instance.run(&["call", "word_list"]);
    assert_eq!(verification(&instance, "word_list")["state"], "verified");
    instance.node("word-list", &failing.replace("echo one", "echo two"));
    assert_eq!(verification(&instance, "word_list")["state"], "unverified");
}

/// Nothing ran, so nothing is known of the tool, whatever the example expects.
#[test]
fn a_refusal_neither_verifies_a_tool_nor_makes_it_failing() {
    let instance = Instance::new();
    instance.file("toolnode.deploy.toml", "[audit]\nfile = \"audit.jsonl\"\nsync = \"none\"\n");
    instance.node(
        "word-list",
        "[invoke]\nshell = \"/bin/echo one\"\n[annotations]\nread_only = true\n[[examples]]\nname = \"one\"\n",
    );
    instance.node(
        "word-check",
        "[invoke]\nshell = \"/bin/false\"\n[annotations]\nread_only = true\n\
         [[examples]]\nname = \"no\"\nexpect = { status = \"failed\" }\n",
    );
    instance.file(
        "roles.json",
        r#"{"actors": [{"id": "ana", "kind": "person", "roles": ["reader"]}, {"id": "nobody", "kind": "person"}],
            "roles": [{"id": "reader", "skills": ["cases"], "actorKinds": ["person"]}]}"#,
    );
    let nobody = ["exercise", "--actor", "nobody"];
    let output = instance.run(&nobody);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stdout).expect("UTF-8"),
        "refused  word_check, \"no\": it was refused, and nothing ran: word_check was not called: nobody may take no role\n\
         refused  word_list, \"one\": it was refused, and nothing ran: word_list was not called: nobody may take no role\n\
         0 passed, 0 failed, 2 refused, 0 skipped\n"
    );
    for name in ["word_list", "word_check"] {
        assert_eq!(verification(&instance, name)["state"], "unverified", "{name}");
    }
    // They work, and what is known of that stays.
    assert_eq!(instance.run(&["exercise", "--actor", "ana"]).status.code(), Some(0));
    let (status, exercised) = json(&instance, &[&nobody[..], &["--json"]].concat());
    assert_eq!(
        (status, &exercised["refused"], &exercised["recorded"]),
        (2, &json!(2), &json!(true))
    );
    for name in ["word_list", "word_check"] {
        assert_eq!(verification(&instance, name)["state"], "verified", "{name}");
    }
}

/// An input that is refused is the example's own fault. That a tool refuses is nothing that an example can ask for.
#[test]
fn an_example_whose_input_is_refused_fails_and_says_nothing_of_the_tool() {
    for audit in ["[audit]\nfile = \"audit.jsonl\"\nsync = \"none\"\n", ""] {
        let instance = Instance::new();
        instance.file("toolnode.deploy.toml", audit);
        // The file is not there, so the word is refused when it is made, and not before.
        instance.node(
            "word-list",
            "[invoke]\nshell = \"/bin/echo\"\n[annotations]\nread_only = true\n\
             [[io.inputs]]\nname = \"path\"\ntype = \"RepoPath\"\nrequired = true\narg = { positional = 0 }\n\
             [[examples]]\nname = \"outside\"\ninput = { path = \"out/x\" }\nexpect = { status = \"failed\" }\n",
        );
        std::os::unix::fs::symlink("/", instance.path().join("out")).expect("a link");
        let output = instance.run(&["exercise"]);
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        let refused = "failed   word_list, \"outside\": it was refused, and nothing ran: word_list was not called: `path`";
        assert!(said.starts_with(refused), "{said}");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(said.lines().last(), Some("0 passed, 1 failed, 0 skipped"));
        if !audit.is_empty() {
            assert_eq!(verification(&instance, "word_list")["state"], "unverified");
        }
    }
}

#[test]
fn an_instance_that_depends_on_others_is_copied_with_them_in_reach() {
    let instance = instance();
    let other = Instance::new();
    other.file("toolnode.toml", "[instance]\nname = \"other\"\nversion = \"1.0.0\"\n");
    let above = instance.path().parent().expect("a folder");
    let path = format!("../{}", other.path().strip_prefix(above).expect("beside it").display());
    instance.file(
        "toolnode.toml",
        &format!("[instance]\nname = \"case\"\nversion = \"1.2.3\"\n[dependencies]\nother = {{ path = \"{path}\" }}\n"),
    );
    let (status, exercised) = json(&instance, &["exercise", "mark-create", "--writes", "--json"]);
    assert_eq!((status, &exercised["passed"]), (0, &json!(1)), "{exercised}");
}

#[test]
fn roles_and_tools_are_checked_beside_each_other() {
    let instance = instance();
    let rows = |words: &[&str], name: &str| {
        let (_, report) = json(&instance, words);
        let rows = report["rows"].as_array().expect("rows").iter();
        rows.into_iter().find(|row| row["name"] == name).cloned().expect("a row")
    };
    let check = ["check", "--offline", "--json"];
    assert_eq!(rows(&check, "authority")["state"], "not-configured");
    instance.file("skills/cases.md", "---\nname: cases\ndescription: Cases.\n---\n");
    instance.run(&["call", "word_list"]);
    let roles = |skills: &str, actor: &str| {
        instance.file(
            "roles.json",
            &format!(
                r#"{{"actors": [{{"id": "{actor}", "kind": "person", "roles": ["r"]}}],
                "roles": [{{"id": "r", "skills": [{skills}], "actorKinds": ["person"]}}]}}"#
            ),
        );
    };
    roles("\"cases\"", "ana");
    assert_eq!(rows(&check, "authority")["state"], "agrees");
    instance.node(
        "mark-create",
        "[invoke]\nshell = \"/usr/bin/touch marked\"\n[requires]\npermissions = [\"mark\"]\n",
    );
    roles("\"case\"", "ana");
    let found: Vec<_> = rows(&check, "authority")["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|found| format!("{} {} {}", found["code"], found["subject"], found["proposal"]))
        .collect();
    assert_eq!(
        found,
        [
            "\"unknown-permission\" \"mark-create\" null",
            "\"nobody-may-call\" \"mark-create\" null",
            "\"nobody-may-call\" \"word-list\" null",
            "\"unknown-skill\" \"r\" \"`cases`\"",
        ]
    );

    // The call above was nobody's; it is judged by the roles of today, and by the node of today.
    let log = instance.path().join("audit.jsonl").display().to_string();
    let recorded = ["check", "--offline", "--json", "--audit", &log];
    let codes = |row: Value| {
        row["findings"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|found| found["code"].as_str().expect("a code").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(rows(&recorded, "record")), ["not-allowed"]);
    instance.node("word-list", "[invoke]\nshell = \"/bin/echo other\"\n");
    assert_eq!(codes(rows(&recorded, "record")), ["not-allowed", "node-changed"]);
    std::fs::remove_file(instance.path().join("tools/word-list.toml")).expect("it was there");
    assert_eq!(codes(rows(&recorded, "record")), ["tool-gone"]);
}
