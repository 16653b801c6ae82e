//! The plan on disk: what is read, what is written, and what is refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::thread;

use beans::{Bean, BeanId, BeanStatus, Plan, PlanError, Tag};
use proptest::prelude::*;
use tempfile::TempDir;

const GOOD: &str =
    "---\ntitle: A title\nstatus: todo\ncreated: 2026-03-02\ntags: [one]\n---\n\nText.\n";

fn id(text: &str) -> BeanId {
    BeanId::try_from(text.to_owned()).expect("an id")
}

fn bean(name: &str) -> Bean {
    Bean {
        id: id(name),
        title: "A title".to_owned().try_into().expect("a title"),
        status: BeanStatus::Todo,
        created: "2026-03-02".parse().expect("a date"),
        tags: vec!["one".to_owned().try_into().expect("a tag")],
        body: "Text.".to_owned(),
    }
}

/// A plan whose files have these names and texts.
fn plan(files: &[(&str, &str)]) -> (TempDir, Plan) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let plan = Plan::at(folder.path());
    (folder, plan)
}

fn fault_of(text: &str) -> String {
    let (_folder, plan) = plan(&[("a.md", text)]);
    plan.check("a.md").expect("readable").expect("a fault").to_string()
}

#[test]
fn the_shipped_plan_is_sound_and_in_the_form_that_is_written() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("plan");
    let beans = Plan::at(&shipped).list().expect("no faults");
    assert!(beans.len() >= 12);

    let (folder, copy) = plan(&[]);
    for bean in &beans {
        copy.create(bean).expect("created");
        let name = format!("{}.md", bean.id);
        let written = fs::read_to_string(folder.path().join(&name)).expect("written");
        assert_eq!(written, fs::read_to_string(shipped.join(&name)).expect("read"), "{name}");
    }
}

#[test]
fn a_file_is_read() {
    let (_folder, plan) = plan(&[("a.md", GOOD)]);
    assert_eq!(plan.get(&id("a")).expect("a bean"), bean("a"));
}

#[test]
fn the_list_is_newest_first_then_by_id() {
    let older = GOOD.replace("2026-03-02", "2026-03-01");
    let (_folder, plan) = plan(&[("c.md", GOOD), ("a.md", &older), ("b.md", GOOD)]);
    let ids: Vec<_> = plan.list().expect("beans").iter().map(|b| b.id.to_string()).collect();
    assert_eq!(ids, ["b", "c", "a"]);
}

#[test]
fn windows_line_ends_and_a_missing_body_are_read() {
    let front = GOOD.strip_suffix("\nText.\n").expect("a body");
    let (_folder, plan) = plan(&[("a.md", &GOOD.replace('\n', "\r\n")), ("b.md", front)]);
    assert_eq!(plan.get(&id("a")).expect("a bean"), bean("a"));
    assert_eq!(plan.get(&id("b")).expect("a bean").body, "");
}

#[test]
fn other_files_are_not_beans() {
    let (_folder, plan) = plan(&[("a.md", GOOD), (".b.md", "x"), ("notes.txt", "x"), ("md", "x")]);
    assert_eq!(plan.files().expect("names"), ["a.md"]);
}

#[test]
fn a_fault_names_its_line() {
    let cases = [
        (
            "",
            "a.md:1: the file must begin with a line `---`, then the keys title, status, created, tags",
        ),
        ("---\ntitle: x\n", "a.md:1: the front matter has no end: put a line `---` after its keys"),
        (
            &GOOD.replace("todo", "doing"),
            "a.md:3: unknown variant `doing`, expected one of draft, todo, in-progress, completed, scrapped",
        ),
        (
            &GOOD.replace("[one]", "[One]"),
            "a.md:5: \"One\" is no Tag: it does not match ^[a-z0-9][a-z0-9-]*$",
        ),
        (&GOOD.replace("A title", "' '"), "a.md:2: a title is one line of 1 to 120 characters"),
        (
            &GOOD.replace("tags: [one]", "tag: one"),
            "a.md:5: unknown field `tag`, expected one of title, status, created, tags",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(fault_of(text), expected);
    }
    assert!(fault_of(&GOOD.replace("03-02", "13-02")).starts_with("a.md:4: "));
    assert!(
        fault_of(&GOOD.replace("created: 2026-03-02\n", "")).ends_with("missing field `created`")
    );
}

#[test]
fn bytes_that_are_not_text_are_a_fault_at_their_line() {
    let (folder, plan) = plan(&[]);
    fs::write(folder.path().join("a.md"), [GOOD.as_bytes(), b"more\n\xff"].concat())
        .expect("written");
    let fault = plan.check("a.md").expect("readable").expect("a fault");
    assert_eq!(fault.to_string(), "a.md:10: not UTF-8 from here on");
}

#[test]
fn the_list_tells_all_faults_at_once() {
    let (_folder, plan) = plan(&[("a.md", "x"), ("b.md", GOOD), ("Not a bean.md", GOOD)]);
    let error = plan.list().expect_err("faults").to_string();
    let files: Vec<_> = error.lines().map(|line| line.split(':').next().expect("a name")).collect();
    assert_eq!(files, ["Not a bean.md", "a.md"]);
}

#[test]
fn an_unknown_bean_is_said() {
    let (_folder, plan) = plan(&[]);
    let expected = "no bean has the id nope; bean_list gives those that there are";
    assert_eq!(plan.get(&id("nope")).expect_err("unknown").to_string(), expected);
    let update = plan.update(&id("nope"), BeanStatus::Todo, None);
    assert_eq!(update.expect_err("unknown").to_string(), expected);
}

#[test]
fn a_missing_folder_is_said_by_name() {
    let plan = Plan::at("/nonexistent/plan");
    let error = plan.list().expect_err("no folder").to_string();
    assert!(error.starts_with("/nonexistent/plan"), "{error}");
}

#[test]
fn no_id_leads_out_of_the_folder() {
    for hostile in [
        "",
        "..",
        "../a",
        "a/b",
        "/etc/passwd",
        "-a",
        "a.md",
        "A",
        "a\0",
        "a\n",
        "é",
        &"a".repeat(65),
    ] {
        assert!(BeanId::try_from(hostile.to_owned()).is_err(), "{hostile:?}");
        assert!(Tag::try_from(hostile.to_owned()).is_err(), "{hostile:?}");
    }
}

#[test]
fn a_link_is_not_followed() {
    let (outside, _) = plan(&[("secret", GOOD)]);
    let (folder, plan) = plan(&[]);
    symlink(outside.path().join("secret"), folder.path().join("a.md")).expect("linked");
    let error = plan.get(&id("a")).expect_err("refused");
    assert_eq!(error.to_string(), "a.md:1: not a regular file");
    assert!(matches!(plan.create(&bean("a")), Err(PlanError::Exists(_))));
    assert!(plan.update(&id("a"), BeanStatus::Completed, None).is_err());
    assert_eq!(fs::read_to_string(outside.path().join("secret")).expect("read"), GOOD);
}

#[test]
fn create_does_not_overwrite() {
    let (folder, plan) = plan(&[("a.md", GOOD)]);
    let error = plan.create(&bean("a")).expect_err("refused");
    assert!(matches!(error, PlanError::Exists(_)), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).expect("read"), GOOD);
    assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 1, "nothing is left behind");
}

#[test]
fn update_changes_the_status_and_appends_the_note() {
    let (folder, plan) = plan(&[("a.md", GOOD)]);
    let bean = plan.update(&id("a"), BeanStatus::Completed, Some("\nDone.\r\nReally.\n"));
    assert_eq!(bean.expect("updated"), plan.get(&id("a")).expect("a bean"));
    let expected = GOOD.replace("todo", "completed") + "\nDone.\nReally.\n";
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).expect("read"), expected);

    plan.update(&id("a"), BeanStatus::Todo, Some(" \n")).expect("updated");
    let expected = expected.replace("completed", "todo");
    assert_eq!(fs::read_to_string(folder.path().join("a.md")).expect("read"), expected);
}

#[test]
fn others_may_read_what_is_written() {
    let (folder, plan) = plan(&[]);
    plan.create(&bean("a")).expect("created");
    fs::write(folder.path().join("plain"), "").expect("written");
    let mode = |name| fs::metadata(folder.path().join(name)).expect("there").permissions().mode();
    assert_eq!(mode("a.md"), mode("plain"));
}

#[test]
fn updates_at_the_same_time_lose_no_note() {
    let (_folder, plan) = plan(&[("a.md", GOOD)]);
    let note = |n: usize| format!("note {n}.");
    thread::scope(|scope| {
        for n in 0..16 {
            let plan = &plan;
            scope.spawn(move || {
                plan.update(&id("a"), BeanStatus::InProgress, Some(&note(n))).expect("updated")
            });
        }
    });
    let body = plan.get(&id("a")).expect("a bean").body;
    assert!((0..16).all(|n| body.contains(&note(n))), "{body}");
}

prop_compose! {
    fn any_bean()(
        title in "\\PC{1,40}".prop_filter_map("a title", |t| t.try_into().ok()),
        days in 0..20_000_i32,
        tags in prop::collection::vec("[a-z0-9][a-z0-9-]{0,8}", 0..4),
        body in "(\\PC|[\n\t:#-]){0,200}",
    ) -> Bean {
        let first: jiff::civil::Date = "2000-01-01".parse().expect("a date");
        Bean {
            title,
            created: first + jiff::Span::new().days(days),
            tags: tags.into_iter().map(|tag| tag.try_into().expect("a tag")).collect(),
            body: body.trim().to_owned(),
            ..bean("a")
        }
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(bean in any_bean()) {
        let (_folder, plan) = plan(&[]);
        plan.create(&bean).expect("created");
        prop_assert_eq!(plan.get(&bean.id).expect("a bean"), bean);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(---\n)?(\\PC|[\n:\\[\\]{}\"'#&*!|>-]){0,120}") {
        let (_folder, plan) = plan(&[("a.md", &text)]);
        plan.check("a.md").expect("readable");
    }
}
