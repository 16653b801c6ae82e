//! Commands as processes: where they run, what they are given, how they end.

mod common;

use common::{Instance, text};
use serde_json::json;

#[test]
fn a_command_runs_in_the_instance_folder_with_a_small_environment() {
    let instance = Instance::new();
    instance.script("look", "pwd; env | sort");
    instance.node("look-get", "[invoke]\nshell = \"./look\"\n[requires]\nenv = [\"GIVEN\"]\n");
    let output = instance
        .command(&["call", "look_get", "--json"])
        .current_dir("/")
        .env("GIVEN", "given")
        .env("SECRET", "not for commands")
        .env("LC_ALL", "C")
        .output()
        .expect("the binary runs");
    let (answer, exit) = common::answer(&output);
    let said = text(&answer);
    assert_eq!(exit, 0, "{said}");
    assert!(said.starts_with(&format!("{}\n", instance.path().display())), "{said}");
    assert!(said.contains("\nGIVEN=given\n") && said.contains("\nLC_ALL=C\n"), "{said}");
    assert!(said.contains("\nPATH=") && !said.contains("SECRET"), "{said}");
}

#[test]
fn standard_input_is_empty_unless_declared() {
    let instance = Instance::new();
    instance.node("echo-get", "[invoke]\nshell = \"cat\"\n");
    instance.node(
        "echo-run",
        "[invoke]\nshell = \"cat\"\n[[io.inputs]]\nname = \"body\"\ntype = \"Markdown\"\nrequired = false\narg = { stdin = true }\n",
    );
    assert_eq!(text(&instance.call("echo_get", &json!({})).0), "");
    assert_eq!(text(&instance.call("echo_run", &json!({})).0), "");
    let body = "ü\n".repeat(200_000);
    let (answer, _) = instance.call("echo_run", &json!({"body": "-- ü\n"}));
    assert_eq!(text(&answer), "-- ü\n");
    let file = instance.file("input.json", &json!({ "body": body }).to_string());
    let input = format!("@{}", file.display());
    let (answer, _) =
        common::answer(&instance.run(&["call", "echo_run", "--json", "--input", &input]));
    assert_eq!(text(&answer).len(), body.len());
}

#[test]
fn a_program_that_does_not_read_its_input_is_no_failure() {
    let instance = Instance::new();
    instance.node(
        "note-run",
        "[invoke]\nshell = \"true\"\n[[io.inputs]]\nname = \"body\"\ntype = \"Markdown\"\nrequired = true\narg = { stdin = true }\n",
    );
    let file = instance.file("input.json", &json!({ "body": "x".repeat(1 << 20) }).to_string());
    let output =
        instance.run(&["call", "note_run", "--json", "--input", &format!("@{}", file.display())]);
    assert_eq!(common::answer(&output).1, 0);
}

#[test]
fn a_failing_status_is_an_error_with_what_was_printed() {
    let instance = Instance::new();
    instance.script("fail", "echo found so far; echo went wrong >&2; exit 7");
    instance.node("fail-run", "[invoke]\nshell = \"./fail\"\n");
    let (answer, exit) = instance.call("fail_run", &json!({}));
    let said = text(&answer);
    assert_eq!((exit, &answer["isError"]), (1, &json!(true)));
    for part in ["status 7", "went wrong", "found so far"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn declared_statuses_are_success_or_undetermined() {
    let instance = Instance::new();
    instance.script("nothing", "exit 1");
    instance.node("nothing-get", "exit = { ok = [0, 1] }\n[invoke]\nshell = \"./nothing\"\n");
    instance
        .node("nothing-check", "exit = { undetermined = [1] }\n[invoke]\nshell = \"./nothing\"\n");
    assert_eq!(instance.call("nothing_get", &json!({})).1, 0);
    let (answer, exit) = instance.call("nothing_check", &json!({}));
    assert_eq!(exit, 1);
    assert!(text(&answer).contains("nothing could be determined"), "{answer}");
}

#[test]
fn a_signal_is_named() {
    let instance = Instance::new();
    instance.script("die", "kill -SEGV $$");
    instance.node("die-run", "[invoke]\nshell = \"./die\"\n");
    let (answer, exit) = instance.call("die_run", &json!({}));
    assert_eq!(exit, 1);
    assert!(text(&answer).contains("SIGSEGV"), "{answer}");
}

#[test]
fn a_limit_ends_the_whole_group_and_keeps_what_was_printed() {
    let instance = Instance::new();
    instance.script("wait", "echo begun; sleep 600 & wait");
    instance.node("wait-run", "limits = { seconds = 0.3 }\n[invoke]\nshell = \"./wait\"\n");
    let (answer, exit) = instance.call("wait_run", &json!({}));
    let said = text(&answer);
    assert_eq!(exit, 1);
    assert!(said.contains("limit of 0.3 s") && said.contains("begun"), "{said}");
    // What is killed is gone a moment later, not at once.
    let bound = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while !processes_in(instance.path()).is_empty() && std::time::Instant::now() < bound {
        std::thread::yield_now();
    }
    assert_eq!(processes_in(instance.path()), Vec::<String>::new());
}

/// The processes whose working folder this is: commands, and what they started.
fn processes_in(folder: &std::path::Path) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").expect("Linux").filter_map(|entry| {
        let entry = entry.ok()?.path();
        (std::fs::read_link(entry.join("cwd")).ok()? == folder)
            .then(|| std::fs::read_to_string(entry.join("cmdline")).unwrap_or_default())
    });
    processes.collect()
}

#[test]
fn much_output_is_cut_and_said_so() {
    let instance = Instance::new();
    instance.script("flood", "echo first; head -c 100000 /dev/zero | tr '\\0' x; echo; echo last");
    instance.node("flood-get", "limits = { output_bytes = 1000 }\n[invoke]\nshell = \"./flood\"\n");
    let (answer, exit) = instance.call("flood_get", &json!({}));
    let said = text(&answer);
    assert_eq!(exit, 0);
    assert!(said.starts_with("first\n") && said.ends_with("last\n"), "{said}");
    assert!(said.contains("bytes left out") && said.len() < 1200, "{said}");
}

const JSON_OUTPUT: &str = "[io]\nstdout = \"json\"\n[[io.outputs]]\nname = \"count\"\ntype = \"Count\"\n[[io.outputs]]\nname = \"note\"\ntype = \"Markdown\"\nrequired = false\n";

#[test]
fn json_that_is_not_what_was_declared_is_never_passed_on() {
    let instance = Instance::new();
    for (id, printed) in [
        ("good-get", r#"{"count": 3}"#),
        ("wrong-get", r#"{"count": -3}"#),
        ("extra-get", r#"{"count": 3, "more": 1}"#),
        ("half-get", r#"{"count": 3"#),
        ("two-get", r#"{"count": 3} {"count": 4}"#),
    ] {
        instance.script(&format!("scripts/{id}"), &format!("printf '%s' '{printed}'"));
        instance.node(id, &format!("{JSON_OUTPUT}[invoke]\nshell = \"scripts/{id}\"\n"));
    }
    let (answer, exit) = instance.call("good_get", &json!({}));
    assert_eq!((exit, &answer["structuredContent"]), (0, &json!({"count": 3})), "{answer}");
    for (name, part) in [
        ("wrong_get", "/count"),
        ("extra_get", "more"),
        ("half_get", "one JSON value"),
        ("two_get", "one JSON value"),
    ] {
        let (answer, exit) = instance.call(name, &json!({}));
        assert_eq!(exit, 1, "{answer}");
        assert!(answer.get("structuredContent").is_none(), "{answer}");
        assert!(text(&answer).contains(part), "{answer}");
    }
}

#[test]
fn words_come_in_the_declared_order() {
    let inputs = "[[io.inputs]]\nname = \"rest\"\ntype = \"Slug\"\nrequired = false\nrepeated = true\narg = { positional = 1 }\n\
        [[io.inputs]]\nname = \"mode\"\ntype = \"Slug\"\nrequired = true\narg = { positional = 0 }\n\
        [[io.inputs]]\nname = \"top\"\ntype = \"Count\"\nrequired = false\narg = { flag = \"--top\", joined = true }\n\
        [[io.inputs]]\nname = \"tag\"\ntype = \"Slug\"\nrequired = false\nrepeated = true\narg = { flag = \"--tag\" }\n\
        [[io.inputs]]\nname = \"all\"\ntype = \"Flag\"\nrequired = false\narg = { flag = \"--all\" }\n";
    let instance = Instance::new();
    instance.node("plain-run", &format!("[invoke]\nshell = \"echo 'a b' c\"\n{inputs}"));
    instance.node("ended-run", &format!("[invoke]\nshell = \"echo\"\nterminator = true\n{inputs}"));
    let input = json!({"rest": ["x", "y"], "mode": "m", "top": 5, "tag": ["t", "u"], "all": true});
    let dry = |name: &str| {
        let input = input.to_string();
        let output = instance.run(&["call", name, "--dry-run", "--json", "--input", &input]);
        common::answer(&output).0
    };
    let flags = ["--top=5", "--tag", "t", "--tag", "u", "--all"];
    let plan = dry("plain_run");
    assert_eq!(plan["argv"], json!([&["a b", "c", "m", "x", "y"][..], &flags].concat()));
    assert_eq!((&plan["arm"], &plan["stdin"]), (&json!("shell"), &json!(null)));
    assert!(plan["program"].as_str().is_some_and(|p| p.starts_with('/')), "{plan}");
    assert_eq!(dry("ended_run")["argv"], json!([&flags[..], &["--", "m", "x", "y"]].concat()));
    let (answer, _) = instance.call("plain_run", &json!({"mode": "m", "all": false}));
    assert_eq!(text(&answer), "a b c m\n");
}

#[test]
fn planning_and_showing_tell_no_secret() {
    let inputs = "[[io.inputs]]\nname = \"pin\"\ntype = \"Count\"\nrequired = false\nsecret = true\ndefault = 9191\narg = { flag = \"--pin\" }\n\
        [[io.inputs]]\nname = \"text\"\ntype = \"Markdown\"\nrequired = false\nsecret = true\narg = { stdin = true }\n\
        [[io.inputs]]\nname = \"name\"\ntype = \"Slug\"\nrequired = false\narg = { positional = 0 }\n\
        [[examples]]\nname = \"one\"\ninput = { pin = 4242, name = \"open\" }\n";
    let instance = Instance::new();
    instance.node("pin-check", &format!("[invoke]\nshell = \"true\"\n{inputs}"));
    let output = instance.run(&["show", "pin_check", "--json"]);
    let (shown, _) = common::answer(&output);
    assert_eq!(shown["node"]["examples"][0]["input"], json!({"pin": "<secret>", "name": "open"}));
    for listing in
        [&["show", "pin_check", "--json"][..], &["show", "pin_check"], &["list", "--json"]]
    {
        let said = format!("{:?}", instance.run(listing));
        assert!(!said.contains("9191") && !said.contains("4242"), "{listing:?}: {said}");
    }
    let input = json!({"pin": 4242, "text": "4242", "name": "open"}).to_string();
    let output = instance.run(&["call", "pin_check", "--dry-run", "--json", "--input", &input]);
    let (plan, _) = common::answer(&output);
    assert_eq!(plan["argv"], json!(["open", "--pin", "<secret>"]), "{plan}");
    assert_eq!(plan["stdin"], "<secret>", "{plan}");
    for args in [
        &["--arg", "pin=12MARKER"][..],
        &["--arg", "pin:12MARKER"],
        &["--arg", "pinn=12MARKER"],
        &["--arg", "pin=\"12MARKER\""],
        &["--input", "{\"pin\": 12MARKER}"],
        &["--input", "\"12MARKER\""],
    ] {
        for json in [&["--json"][..], &[]] {
            let output = instance.run(&[&["call", "pin_check"], args, json].concat());
            assert!(!output.status.success());
            let said = format!("{output:?}");
            assert!(!said.contains("12MARKER"), "{args:?}: {said}");
        }
    }
}

#[test]
fn a_hole_among_positionals_is_refused() {
    let instance = Instance::new();
    instance.node(
        "hole-run",
        "[invoke]\nshell = \"echo\"\n[[io.inputs]]\nname = \"a\"\ntype = \"Slug\"\nrequired = false\narg = { positional = 0 }\n\
         [[io.inputs]]\nname = \"b\"\ntype = \"Slug\"\nrequired = false\narg = { positional = 1 }\n",
    );
    let (answer, exit) = instance.call("hole_run", &json!({"b": "x"}));
    assert_eq!((exit, &answer["refused"]["inputs"][0]["name"]), (3, &json!("a")), "{answer}");
}

#[test]
fn listing_showing_and_planning_run_nothing() {
    let instance = Instance::new();
    instance.script("touch-it", "touch ran");
    instance.node("touch-run", "[invoke]\nshell = \"./touch-it\"\n");
    for args in [
        &["list"][..],
        &["list", "--json"],
        &["show", "touch-run"],
        &["call", "touch_run", "--dry-run"],
    ] {
        assert!(instance.run(args).status.success());
    }
    assert!(!instance.path().join("ran").exists());
    instance.call("touch_run", &json!({}));
    assert!(instance.path().join("ran").exists(), "the test would notice");
}

#[test]
fn exit_statuses_are_those_of_the_reference() {
    let instance = Instance::new();
    instance.node("true-run", "[invoke]\nshell = \"true\"\n");
    instance.node("hand-run", "[invoke]\nmanual = true\n");
    let exit = |args: &[&str]| instance.run(args).status.code();
    assert_eq!(exit(&["call", "true_run"]), Some(0));
    assert_eq!(exit(&["call", "true-run"]), Some(0), "an id will do");
    assert_eq!(exit(&["call", "hand-run"]), Some(3), "unavailable");
    assert_eq!(exit(&["call", "absent"]), Some(2));
    assert_eq!(exit(&["show", "absent"]), Some(2));
    assert_eq!(exit(&["show", "hand-run"]), Some(0));
    assert_eq!(exit(&["call", "true_run", "--input", "{"]), Some(3));
    assert_eq!(exit(&["call", "true_run", "--input", "[]"]), Some(3));
    assert_eq!(exit(&["call", "true_run", "--arg", "x=1"]), Some(3), "no such input");
    assert_eq!(exit(&["call", "true_run", "--arg", "x"]), Some(2), "usage");
    assert_eq!(exit(&["no-such-command"]), Some(2));
    assert_eq!(exit(&["--help"]), Some(0));
}

#[test]
fn a_service_with_something_undetermined_does_not_start() {
    let instance = Instance::new();
    instance.node(
        "type-get",
        "[invoke]\nshell = \"true\"\n[[io.inputs]]\nname = \"port\"\ntype = \"Nowhere\"\nrequired = true\n",
    );
    instance.file("tools/broken.toml", "id = ");
    let output = instance.run(&["serve"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    for part in ["type-get", "unresolved-type:port", "Nowhere", "broken.toml:1"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
}

#[test]
fn an_argument_is_text_or_json_by_its_type() {
    let instance = Instance::new();
    instance.node(
        "args-run",
        "[invoke]\nshell = \"echo\"\n[[io.inputs]]\nname = \"slug\"\ntype = \"Slug\"\nrequired = false\nrepeated = true\narg = { flag = \"--slug\" }\n\
         [[io.inputs]]\nname = \"top\"\ntype = \"Count\"\nrequired = false\narg = { flag = \"--top\" }\n\
         [[io.inputs]]\nname = \"all\"\ntype = \"Flag\"\nrequired = false\narg = { flag = \"--all\" }\n",
    );
    let said = |args: &[&str]| {
        let output = instance.run(&[&["call", "args_run"], args].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(said(&["--arg", "slug=1"]), "--slug 1\n");
    assert_eq!(said(&["--arg", "slug=a", "--arg", "slug=b"]), "--slug a --slug b\n");
    assert_eq!(said(&["--arg", "top=3", "--arg", "all=true"]), "--top 3 --all\n");
    let output = instance.run(&["call", "args_run", "--arg", "top=many"]);
    assert_eq!(output.status.code(), Some(3));
}
