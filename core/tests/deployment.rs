//! `toolnode.deploy.toml`: what it says is read, and holds.
#![cfg(feature = "cli")]

mod common;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use toolnode::deploy::{self, Confine, Sync};
use toolnode::fault;
use toolnode::invoke::Limits;

use common::{Instance, answer, text};

#[test]
fn all_keys_are_read() {
    let path = PathBuf::from("tests/fixtures/deploy/all.toml");
    let deployment =
        deploy::load(&path, &path).unwrap_or_else(|faults| panic!("{}", fault::render(&faults)));
    let folder = std::path::absolute("tests/fixtures/deploy").expect("a folder");
    let serve = deployment.serve;
    assert_eq!((serve.stdio, serve.http.as_deref()), (Some(true), Some("[::1]:0")));
    assert_eq!(serve.allow_hosts.expect("hosts").len(), 3);
    assert_eq!(serve.allow_origins.expect("origins")[1], "http://localhost:*");
    assert_eq!(serve.tokens, Some(folder.join("tokens.txt")));
    assert_eq!((serve.page_size, serve.legacy_sessions), (Some(50), Some(true)));
    assert_eq!(serve.session_seconds, Some(60));
    let limits = Limits {
        seconds: Some(2.5),
        output_bytes: Some(1000),
        stdin_bytes: Some(2000),
        concurrent: Some(3),
        queue: Some(0),
    };
    assert_eq!(deployment.limits, limits);
    assert_eq!(deployment.caller.actor.as_deref(), Some("ci"));
    assert_eq!(deployment.caller.role.as_deref(), Some("reader"));
    assert_eq!(deployment.audit.file, Some(folder.join("log/calls.jsonl")));
    assert_eq!(deployment.audit.sync, Sync::Always);
    assert_eq!(deployment.container.engine.as_deref(), Some("podman"));
    assert_eq!(deployment.container.args.expect("words").len(), 3);
    assert_eq!(deployment.confine, Confine::Off);
}

#[test]
fn each_bad_file_is_told_about_in_full() {
    for name in ["keys", "values"] {
        let path = PathBuf::from(format!("tests/fixtures/deploy/bad-{name}.toml"));
        let faults = deploy::load(&path, &path).expect_err(name);
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("deploy_{name}"), fault::render(&faults));
        });
    }
}

#[test]
fn a_file_that_says_nothing_changes_nothing() {
    let instance = Instance::new();
    let path = instance.file("toolnode.deploy.toml", "\n");
    assert_eq!(deploy::load(&path, Path::new("x")).expect("read"), deploy::Deployment::default());
    instance.file("toolnode.deploy.toml", "# Nothing yet.\n");
    assert_eq!(deploy::load(&path, Path::new("x")).expect("read"), deploy::Deployment::default());
}

/// An instance with a tool that never ends and one that prints a thousand bytes.
fn instance() -> Instance {
    let instance = Instance::new();
    instance.script("wait", "exec sleep 1000");
    instance.script("print", "printf '%01000d' 7");
    instance.node("case-wait", "[invoke]\nshell = \"./wait\"\n");
    instance.node("case-print", "[invoke]\nshell = \"./print\"\n");
    instance
}

#[test]
fn its_limits_hold_for_calls() {
    let instance = instance();
    instance.file("toolnode.deploy.toml", "[limits]\nseconds = 0.25\noutput_bytes = 100\n");
    let (result, status) = instance.call("case_wait", &json!({}));
    assert_eq!(status, 1);
    assert!(text(&result).contains("0.25 s"), "{result}");
    let (result, _) = instance.call("case_print", &json!({}));
    assert!(text(&result).len() < 500, "{result}");
}

#[test]
fn another_file_goes_before_it_and_must_be_there() {
    let instance = instance();
    instance.file("toolnode.deploy.toml", "[limits]\noutput_bytes = 100\n");
    let other = instance.file("other.toml", "[limits]\noutput_bytes = 5000\n");
    let mut command = instance.command(&["call", "case_print", "--json"]);
    command.arg("--deploy").arg(&other);
    let (result, _) = answer(&command.output().expect("the binary runs"));
    assert_eq!(text(&result).len(), 1000, "{result}");

    let output = instance.run(&["list", "--deploy", "/nowhere/deploy.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("/nowhere/deploy.toml") && said.contains("does not exist"), "{said}");
}

#[test]
fn a_fault_in_it_stops_every_command_with_its_place() {
    let instance = instance();
    instance.file("toolnode.deploy.toml", "[serve]\nhtpp = \"127.0.0.1:0\"\n");
    for command in [&["list"][..], &["show", "case_wait"], &["call", "case_print"], &["serve"]] {
        let output = instance.run(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        for part in ["toolnode.deploy.toml:2:1", "`htpp`", "did you mean `http`?"] {
            assert!(said.contains(part), "{command:?}: {said}");
        }
    }
}

#[test]
fn hosts_and_origins_of_the_command_line_are_judged_like_those_of_the_file() {
    let instance = instance();
    for (option, value, help) in [
        ("--allow-host", "http://x", "`http://x` is no host; write a name as clients do"),
        ("--allow-host", "", "`` is no host"),
        ("--allow-origin", "x", "`x` is no origin; write it as browsers do"),
    ] {
        let output = instance.run(&["serve", "--http", "127.0.0.1:0", option, value]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(help), "{said}");
    }
}

#[test]
fn strict_confinement_cannot_be_kept_so_nothing_runs() {
    let instance = instance();
    instance.file("toolnode.deploy.toml", "confine = \"strict\"\n");
    for command in [&["serve"][..], &["call", "case_print"]] {
        let output = instance.run(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("confine = \"strict\""), "{said}");
    }
    assert_eq!(instance.run(&["list"]).status.code(), Some(0), "looking runs nothing");
    instance.file("toolnode.deploy.toml", "confine = \"auto\"\n");
    assert_eq!(instance.run(&["call", "case_print"]).status.code(), Some(0));
}

#[test]
fn its_engine_runs_containers() {
    let instance = Instance::new();
    instance.script("engine", "exit 0");
    let engine = instance.path().join("engine");
    instance.file(
        "toolnode.deploy.toml",
        &format!(
            "[container]\nengine = {engine:?}\nargs = [\"--quiet\", \"run\", \"--memory=2g\"]\n"
        ),
    );
    instance.node("case-boxed", "[invoke]\ncontainer = { image = \"localhost/demo:1\" }\n");
    let (plan, status) = answer(&instance.run(&["call", "case_boxed", "--dry-run", "--json"]));
    assert_eq!(status, 0, "{plan}");
    assert_eq!(plan["program"], Value::from(engine.display().to_string()));
    let words: Vec<_> = plan["argv"].as_array().expect("words").iter().map(Value::as_str).collect();
    assert_eq!(&words[..2], [Some("--quiet"), Some("run")]);
    assert!(words.contains(&Some("--memory=2g")), "{plan}");
}
