//! The program as a user runs it: from any folder, over a terminal or a pipe.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{beans, copied_instance, copied_plan, run, run_json};
use serde_json::{Value, json};

const SERVED: [&str; 11] = [
    "bean_check",
    "bean_create",
    "bean_get",
    "bean_list",
    "bean_update",
    "change_get",
    "change_list",
    "mention_list",
    "note_check",
    "stats_get",
    "worktree_get",
];

fn host(name: &str) -> String {
    format!("{}/hosts/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

fn named(list: &Value, key: &str) -> Vec<String> {
    let entries = list.as_array().expect("a list").iter();
    entries.map(|entry| entry[key].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn list_tells_what_is_served_and_why_the_rest_is_not() {
    let (status, listing) = run_json(beans(&["--host", &host("laptop"), "list", "--json"]));
    assert_eq!(status, 0);
    assert_eq!(named(&listing["tools"], "name"), SERVED);
    let omitted = listing["omitted"].as_array().expect("a list").iter();
    let codes: Vec<_> = omitted.map(|one| (one["id"].clone(), one["codes"].clone())).collect();
    let expected =
        [("page-get", json!(["missing-engine"])), ("review-run", json!(["manual-only"]))];
    assert_eq!(codes, expected.map(|(id, codes)| (json!(id), codes)));
    assert_eq!(listing["undetermined"], json!([]));
}

#[test]
fn list_for_a_host_without_git_serves_the_rest() {
    let (status, listing) = run_json(beans(&["--host", &host("bare"), "list", "--json"]));
    assert_eq!(status, 0);
    let expected: Vec<_> = SERVED
        .into_iter()
        .filter(|name| {
            !["change_get", "change_list", "mention_list", "worktree_get"].contains(name)
        })
        .collect();
    assert_eq!(named(&listing["tools"], "name"), expected);
}

#[test]
fn a_host_with_an_engine_and_the_image_serves_the_container() {
    let (status, shown) =
        run_json(beans(&["--host", &host("server"), "show", "page-get", "--json"]));
    assert_eq!((status, &shown["arm"]), (0, &json!("container")));
}

#[test]
fn show_tells_the_arm_that_is_served() {
    let (status, shown) =
        run_json(beans(&["--host", &host("laptop"), "show", "worktree-get", "--json"]));
    assert_eq!(status, 0);
    assert_eq!((&shown["state"], &shown["arm"]), (&json!("projected"), &json!("shell")));
    let (status, _, stderr) = run(beans(&["--host", &host("laptop"), "show", "bean_lst"]));
    assert_eq!(status, 2);
    assert!(stderr.contains("bean_list"), "{stderr}");
}

#[test]
fn call_runs_a_function() {
    let (folder, _plan) = copied_plan();
    let mut command = beans(&["call", "bean_list", "--arg", "status=draft", "--json"]);
    command.env("BEANS_PLAN", folder.path());
    let (status, result) = run_json(command);
    assert_eq!(status, 0);
    let text = result["content"][0]["text"].as_str().expect("text");
    let list: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(named(&list, "id"), ["api-limits", "retention-rule"]);
}

#[test]
fn call_says_by_its_exit_status_what_happened() {
    let cases = [
        (1, vec!["call", "bean_get", "--arg", "id=no-such-bean"]),
        (2, vec!["call", "no_such_tool"]),
        (2, vec!["call"]),
        (3, vec!["call", "bean_get", "--arg", "id=../x"]),
        (3, vec!["call", "bean_get", "--input", "{"]),
        (3, vec!["call", "review-run"]),
        (3, vec!["call", "change_get", "--arg", "commit=--output=x"]),
    ];
    for (expected, args) in cases {
        let (status, stdout, stderr) = run(beans(&args));
        assert_eq!(status, expected, "{args:?}: {stdout}{stderr}");
        assert!(stdout.is_empty() && !stderr.is_empty(), "{args:?}: {stdout}{stderr}");
    }
}

#[test]
fn a_note_goes_to_its_script_byte_for_byte() {
    let note = "`rm -rf /`; $(id) > x | y & é\u{202e}\0 -- end\n";
    let input = json!({ "text": note }).to_string();
    let (status, plan) = run_json(beans(&["call", "note_check", "--input", &input, "--dry-run"]));
    assert_eq!(status, 0);
    assert_eq!((&plan["stdin"], &plan["argv"]), (&json!(note), &json!([])));

    let input = json!({"text": "## Fine\n\nA `$(touch x)`.\n"}).to_string();
    let (status, stdout, _) = run(beans(&["call", "note_check", "--input", &input]));
    assert_eq!((status, stdout.as_str()), (0, "no faults\n"));
}

#[test]
fn the_statistics_are_those_of_the_plan() {
    let (status, result) = run_json(beans(&["call", "stats_get", "--json"]));
    assert_eq!(status, 0);
    let by_status = json!({"draft": 2, "todo": 3, "in-progress": 2, "completed": 4, "scrapped": 1});
    let expected = json!({"total": 12, "by_status": by_status, "oldest_open": "flood-alert"});
    assert_eq!(result["structuredContent"], expected);
}

#[test]
fn statistics_that_cannot_be_right_are_not_given() {
    let instance = copied_instance();
    fs::write(instance.path().join("plan/broken.md"), "no front matter\n").expect("written");
    let dir = instance.path().to_str().expect("UTF-8");
    let (status, stdout, stderr) = run(beans(&["--instance", dir, "call", "stats_get"]));
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.contains("bean_check"), "{stderr}");
}

/// A copy of the instance in a repository of its own, with two commits.
fn repository() -> tempfile::TempDir {
    let instance = copied_instance();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command
            .current_dir(instance.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(args);
        let (status, _, stderr) = run(command);
        assert_eq!(status, 0, "git {args:?}: {stderr}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "Write the plan"]);
    fs::write(instance.path().join("types.json"), "{}").expect("written");
    git(&["commit", "--quiet", "--all", "--message", "Empty the types"]);
    git(&["checkout", "--quiet", "HEAD~1", "--", "types.json"]);
    git(&["commit", "--quiet", "--message", "Bring the types back"]);
    instance
}

fn call(instance: &Path, args: &[&str]) -> (i32, String, String) {
    let dir = instance.to_str().expect("UTF-8");
    run(beans(&[&["--instance", dir, "call"], args].concat()))
}

#[test]
fn changes_are_those_of_the_repository_around_the_instance() {
    let instance = repository();
    let subjects = |args: &[&str]| -> Vec<String> {
        let (status, stdout, stderr) = call(instance.path(), args);
        assert_eq!(status, 0, "{args:?}: {stderr}");
        stdout.lines().map(|line| line.split_once(' ').expect("a subject").1.to_owned()).collect()
    };
    assert_eq!(subjects(&["change_list"]), ["Write the plan"], "only the plan, by default");
    let types = ["change_list", "--arg", "path=types.json", "--arg", "max_count=2"];
    assert_eq!(subjects(&types), ["Bring the types back", "Empty the types"]);

    let none = ["mention_list", "--arg", "id=flood-alert"];
    assert_eq!(subjects(&none), [""; 0]);
    let types = ["mention_list", "--arg", "id=types"];
    assert_eq!(subjects(&types), ["Bring the types back", "Empty the types"]);

    let (_, list, _) = call(instance.path(), &["change_list"]);
    let commit = format!("commit={}", list.split(' ').next().expect("a hash"));
    let (status, shown, _) = call(instance.path(), &["change_get", "--arg", &commit]);
    assert_eq!(status, 0);
    assert!(shown.contains("Write the plan") && !shown.contains("+status: draft"), "{shown}");
    let (status, shown, _) =
        call(instance.path(), &["change_get", "--arg", &commit, "--arg", "patch=true"]);
    assert_eq!(status, 0);
    assert!(shown.contains("+status: draft"), "{shown}");
}

#[test]
fn the_work_tree_is_shown() {
    let instance = repository();
    fs::write(instance.path().join("plan/new.md"), "x").expect("written");
    let (status, stdout, _) = call(instance.path(), &["worktree_get"]);
    assert_eq!(status, 0);
    assert!(stdout.lines().any(|line| line == "?? plan/new.md"), "{stdout}");
}

#[test]
fn without_a_repository_a_change_is_a_failure_that_says_so() {
    let instance = copied_instance();
    for args in
        [&["change_list"][..], &["worktree_get"], &["change_get", "--arg", "commit=0123456"]]
    {
        let (status, stdout, stderr) = call(instance.path(), args);
        assert_eq!((status, stdout.as_str()), (1, ""), "{args:?}");
        assert!(stderr.contains("not a git repository"), "{args:?}: {stderr}");
    }
}

#[test]
fn serve_speaks_the_protocol_and_ends_with_its_client() {
    let (folder, _plan) = copied_plan();
    let mut server = beans(&["serve", "--stdio"])
        .env("BEANS_PLAN", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = server.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let mut send = |message: &Value| writeln!(input, "{message}").expect("sent");
    let mut answer = || -> Value {
        let line = lines.next().expect("a line").expect("read");
        serde_json::from_str(&line).expect("JSON")
    };

    let client = json!({"name": "test", "version": "0"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}));
    assert_eq!(answer()["result"]["serverInfo"]["name"], "beans");
    send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    send(&json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    assert_eq!(named(&answer()["result"]["tools"], "name"), SERVED);
    let params = json!({"name": "bean_get", "arguments": {"id": "flood-alert"}});
    send(&json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params}));
    assert_eq!(answer()["result"]["structuredContent"]["status"], "in-progress");

    drop(input);
    let ended = server.wait_with_output().expect("ended");
    let report = String::from_utf8(ended.stderr).expect("UTF-8");
    assert!(ended.status.success(), "{report}");
    assert!(report.contains("review-run: manual-only"), "omissions are reported: {report}");
}
