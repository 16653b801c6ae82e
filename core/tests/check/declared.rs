//! *declaration*, *satisfaction* and *linking*.

use serde_json::json;

use crate::{found, node, one, report, row, sound};

fn input(ty: &str, required: bool, arg: &str) -> String {
    format!(
        "invoke.shell = \"ls\"\n[[io.inputs]]\nname = \"word\"\ntype = \"{ty}\"\nrequired = {required}\n{arg}\n"
    )
}

#[test]
fn declarations() {
    let place = "arg = { positional = 0 }";
    for (rest, expected, exit) in [
        (input("Prose", true, place), "error unconstrained-argv page-list word", 1),
        ("[invoke]\nmcp = { tool = \"page\" }\n".to_owned(), "error mcp-only page-list -", 1),
        (input("Word", true, ""), "error never-passed page-list word", 1),
        (input("Word", false, ""), "warning never-passed page-list word", 0),
        (input("Dashed", true, place), "warning leading-dash page-list word", 0),
        (
            input("Dashed", true, "arg = { flag = \"--word\" }"),
            "warning leading-dash page-list word",
            0,
        ),
        (
            input("Anything", true, "arg = { stdin = true }"),
            "warning vacuous-type page-list word",
            0,
        ),
    ] {
        let instance = sound();
        node(&instance, "page-list", "A page: list all.", &rest);
        let finding = one(&instance, "declaration", expected);
        assert!(finding["proposal"].is_string() || expected.contains("mcp-only"), "{finding:#}");
        assert_eq!(report(&instance, &[]).1, exit, "{expected}");
    }
    for rest in [
        input("Word", true, place),
        input("Dashed", true, "arg = { flag = \"--word\", joined = true }"),
        input("Prose", true, "arg = { stdin = true }"),
        format!("invoke.terminator = true\n{}", input("Dashed", true, place)),
    ] {
        let instance = sound();
        node(&instance, "page-list", "A page: list all.", &rest);
        assert!(found(&report(&instance, &[]).0, "declaration").is_empty(), "{rest}");
    }
}

#[test]
fn between_twins_there_is_a_choice() {
    let instance = sound();
    let rest = input("Word", true, "arg = { positional = 0 }");
    node(&instance, "page-list", "A page: list all.", &rest);
    node(&instance, "leaf-list", "A leaf: list all.", &rest);
    let (twins, status) = report(&instance, &[]);
    assert_eq!(
        found(&twins, "declaration"),
        ["warning same-io leaf-list -", "warning same-io page-list -"]
    );
    assert_eq!(status, 0);
    let chosen = format!("selection = {{ when = \"it grows\" }}\n{rest}");
    node(&instance, "leaf-list", "A leaf: list all.", &chosen);
    one(&instance, "declaration", "warning same-io page-list -");
}

#[test]
fn what_cannot_be_judged_is_no_agreement() {
    let instance = sound();
    instance.file("tools/broken.toml", "id = \"page-list\"\n");
    let (report, status) = report(&instance, &[]);
    let declaration = row(&report, "declaration");
    assert_eq!((&declaration["state"], status), (&json!("could-not-check"), 2));
    assert!(
        found(&report, "declaration").iter().all(|line| line == "error invalid-node page-list -")
    );
}

#[test]
fn satisfaction() {
    let instance = sound();
    instance.file("skills/deep/other.md", "---\nname: other\ndescription: Another.\n---\n");
    instance.file("skills/deep/notes.md", "# Notes\n");
    let (unsatisfied, status) = report(&instance, &[]);
    assert_eq!(status, 0);
    assert_eq!(found(&unsatisfied, "satisfaction")[0], "warning unsatisfied other -");
    assert!(found(&unsatisfied, "satisfaction")[1].starts_with("note no-front-matter"));

    let by_hand = "id = \"page-run\"\nsummary = \"A page: turn it.\"\nsatisfies = [\"other\"]\ninvoke.manual = true\n";
    instance.file("tools/page-run.toml", by_hand);
    assert_eq!(found(&report(&instance, &[]).0, "satisfaction")[0], "note by-hand other -");

    let omitted = by_hand.replace("manual = true", "shell = \"no-such-program-at-all\"");
    instance.file("tools/page-run.toml", &omitted);
    let (omitted, _) = report(&instance, &[]);
    let said = row(&omitted, "satisfaction")["findings"][0]["message"].as_str().unwrap().to_owned();
    assert!(said.contains("`page-run` (missing-program:no-such-program-at-all)"), "{said}");

    instance.file("tools/page-run.toml", &by_hand.replace("other", "othr"));
    let (unresolved, status) = report(&instance, &[]);
    assert_eq!(status, 1);
    assert_eq!(found(&unresolved, "satisfaction")[0], "error unresolved-skill page-run othr");
    assert_eq!(row(&unresolved, "satisfaction")["findings"][0]["proposal"], "`other`");
}

#[test]
fn an_unsatisfied_skill_can_be_an_error_and_a_broken_one_is_no_agreement() {
    let instance = sound();
    instance.file(
        "toolnode.toml",
        "[instance]\nname = \"case\"\nversion = \"1.2.3\"\n[lints]\nunsatisfied = \"deny\"\n",
    );
    instance.file("skills/other.md", "---\nname: other\ndescription: Another.\n---\n");
    assert_eq!(report(&instance, &[]).1, 1);
    instance.file("skills/other.md", "---\nname: other\n---\n");
    let (broken, status) = report(&instance, &[]);
    assert_eq!((&row(&broken, "satisfaction")["state"], status), (&json!("could-not-check"), 2));
}

#[test]
fn functions_that_are_not_linked() {
    let instance = sound();
    node(
        &instance,
        "page-list",
        "A page: list all.",
        "[invoke]\ninProcess = { module = \"pages::page_list\" }\n",
    );
    let (unlinked, status) = report(&instance, &[]);
    assert_eq!(found(&unlinked, "linking"), ["error unlinked page-list pages::page_list"]);
    assert_eq!(status, 2);
    let (allowed, status) = report(&instance, &["--allow-unlinked"]);
    assert_eq!(found(&allowed, "linking"), ["note unlinked page-list pages::page_list"]);
    assert_eq!(status, 0);
    instance.file(
        "toolnode.toml",
        "[instance]\nname = \"case\"\nversion = \"1.2.3\"\n[in_process]\nexpect = [\"pages::page_get\"]\n",
    );
    let (expected, status) = report(&instance, &[]);
    assert_eq!(found(&expected, "linking")[0], "error expected-function pages::page_get -");
    assert_eq!(status, 2);
    let (allowed, status) = report(&instance, &["--allow-unlinked"]);
    assert_eq!(found(&allowed, "linking")[0], "note expected-function pages::page_get -");
    assert_eq!(status, 0);
}
