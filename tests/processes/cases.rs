//! The cases from public reports.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolnode_tests::{Instance, Server, processes_in, until};

use super::{
    DETACHED, TYPES, add, command, contains, fails, instance, run, serve, succeeds, zombies_below,
};

/// Each line of the cases has its test.
macro_rules! cases {
    ($($case:literal => $test:ident,)*) => {
        #[test]
        fn every_case_has_its_test() {
            let tests: &[(u64, fn())] = &[$(($case, $test as fn())),*];
            let tested: BTreeSet<u64> = tests.iter().map(|(case, _)| *case).collect();
            let given: BTreeSet<u64> = include_str!("../fixtures/commands/cases.jsonl")
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()["case"].as_u64().unwrap())
                .collect();
            assert_eq!(tested, given);
        }
    };
}

cases! {
    1 => standard_input_ends_at_once,
    2 => no_descriptor_is_inherited,
    3 => a_limit_gives_what_was_printed_so_far,
    6 => both_streams_at_once_are_kept_up_to_the_cap,
    9 => no_process_of_a_timed_out_command_is_left,
    10 => a_signal_is_named,
    12 => a_cancelled_command_is_gone_and_the_next_request_answered,
    15 => bytes_that_are_no_utf_8_are_replaced_and_counted,
    16 => an_argument_of_128_kib_is_too_long_and_said_so,
    18 => a_command_runs_in_the_instance_wherever_the_server_was_started,
    19 => the_program_is_the_one_that_was_found_at_the_start,
    20 => a_slow_call_delays_nobody_and_fifty_leave_no_zombie,
    21 => statuses_that_are_success_are_declared,
    22 => terminal_escapes_do_not_reach_the_client,
}

#[test]
fn standard_input_ends_at_once() {
    assert_eq!(succeeds(&run("read", "")), "0 bytes, then the end\n");
}

#[test]
fn no_descriptor_is_inherited() {
    let instance = instance("descriptors", "");
    let mut server = Command::new("sh");
    let opening = "exec 5</dev/zero 9>/dev/null; exec \"$@\"";
    server.args(["-c", opening, "sh", env!("CARGO_BIN_EXE_stock"), "serve", "--instance"]);
    let (mut server, _) = Server::start(server.arg(instance.path()));
    let result = server.call("case_run", json!({}));
    let open: Vec<_> = succeeds(&result).lines().collect();
    assert_eq!(open.len(), 3, "{open:?}");
    assert_eq!(open[0], "0 /dev/null");
    assert!(open[1].starts_with("1 pipe:") && open[2].starts_with("2 pipe:"), "{open:?}");
    server.end();
}

#[test]
fn a_limit_gives_what_was_printed_so_far() {
    let begun = Instant::now();
    let result = run("print begun warn busy sleep 600", "limits = { seconds = 1 }\n");
    contains(fails(&result), &["limit of 1 s", "stdout:\nbegun", "stderr:\nbusy"]);
    assert!(begun.elapsed() >= Duration::from_secs(1));
}

#[test]
fn both_streams_at_once_are_kept_up_to_the_cap() {
    let bytes = 1 << 20;
    let result = run(&format!("flood-both {bytes}"), "");
    assert_eq!(succeeds(&result).len(), bytes);
    assert_eq!(result["_meta"]["toolnode/stderr"].as_str().map(str::len), Some(bytes));
    let result = run("print first flood-both 3000000 print last exit 5", "");
    let said = fails(&result);
    contains(said, &["status 5", "first\nxxx", "xxxlast", "bytes left out"]);
    contains(said, &[&format!("{} bytes left out", 3_000_000 - bytes)]);
    assert!(said.len() < 2 * bytes + 1000, "{}", said.len());
}

#[test]
fn no_process_of_a_timed_out_command_is_left() {
    let instance =
        instance(&format!("{DETACHED} print begun sleep 600"), "limits = { seconds = 1 }\n");
    let mut server = serve(&instance);
    let id = server.begin_call("case_run", json!({}));
    // The program, six that it started, and what the daemons started; the daemons themselves are gone.
    assert!(
        until(|| processes_in(&instance.path()).len() == 7),
        "{:?}",
        processes_in(&instance.path())
    );
    let (_, result) = server.result(id);
    assert_eq!(processes_in(&instance.path()), [], "at the time of the answer");
    contains(fails(&result), &["limit of 1 s", "begun"]);
    assert_eq!(zombies_below(server.id()), []);
    server.end();
}

#[test]
fn a_signal_is_named() {
    for (number, name) in [(9, "SIGKILL"), (6, "SIGABRT"), (15, "SIGTERM")] {
        let result = run(&format!("print so-far die {number}"), "");
        contains(fails(&result), &[name, "so-far"]);
    }
}

#[test]
fn a_cancelled_command_is_gone_and_the_next_request_answered() {
    let instance = instance("start daemon sleep 600", "");
    add(&instance, "quick-run", "print quick", "");
    let mut server = serve(&instance);
    let id = server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 2));
    server.cancel(id);
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    assert!(until(|| processes_in(&instance.path()).is_empty()));
    server.end();
}

#[test]
fn bytes_that_are_no_utf_8_are_replaced_and_counted() {
    let result = run("bytes 61856285c3a4", "");
    assert_eq!(succeeds(&result), "a\u{fffd}b\u{fffd}ä");
    contains(result["content"][1]["text"].as_str().unwrap(), &["2 bytes", "UTF-8"]);
}

#[test]
fn an_argument_of_128_kib_is_too_long_and_said_so() {
    let rest = "\n[[io.inputs]]\nname = \"word\"\ntype = \"Word\"\nrequired = true\narg = { positional = 0 }\n";
    let instance = instance("words", rest);
    instance.file("types.json", TYPES);
    let mut server = serve(&instance);
    let most = 128 * 1024 - 1;
    assert_eq!(
        succeeds(&server.call("case_run", json!({"word": "a".repeat(most)}))),
        format!("{most}\n")
    );
    let said = server.failure("case_run", json!({"word": "a".repeat(most + 1)}));
    contains(&said, &["`word`", "131072 bytes", "at most 131071"]);
    server.end();
}

#[test]
fn a_command_runs_in_the_instance_wherever_the_server_was_started() {
    let instance = instance("folder", "");
    let mut server = serve(&instance);
    let folder = format!("{}\n", instance.path().display());
    assert_eq!(succeeds(&server.call("case_run", json!({}))), folder);
    server.end();
}

#[test]
fn the_program_is_the_one_that_was_found_at_the_start() {
    let instance = Instance::new();
    instance.command("path-run", Path::new("chosen"), &[], "");
    let script = |folder: &str, says: &str| {
        let file = instance.file(&format!("{folder}/chosen"), &format!("#!/bin/sh\necho {says}\n"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let path = |folders: &[&str]| {
        let own = folders.iter().map(|folder| instance.path().join(folder));
        std::env::join_paths(own.chain([PathBuf::from("/usr/bin"), PathBuf::from("/bin")])).unwrap()
    };
    let output = Command::new(env!("CARGO_BIN_EXE_stock"))
        .args(["list", "--json", "--instance"])
        .arg(instance.path())
        .env("PATH", path(&["first", "second"]))
        .output()
        .unwrap();
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(listed["omitted"][0]["codes"], json!(["missing-program:chosen"]), "{listed}");
    assert_eq!(listed["tools"], json!([]));

    script("second", "second");
    let (mut server, _) = Server::start(command(&instance).env("PATH", path(&["first", "second"])));
    assert_eq!(succeeds(&server.call("path_run", json!({}))), "second\n");
    script("first", "first");
    assert_eq!(succeeds(&server.call("path_run", json!({}))), "second\n");
    server.end();
}

#[test]
fn a_slow_call_delays_nobody_and_fifty_leave_no_zombie() {
    let instance = instance("sleep 600", "");
    add(&instance, "quick-run", "start daemon print quick", "");
    let mut server = serve(&instance);
    let slow = server.begin_call("case_run", json!({}));
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    let mut waiting: BTreeSet<u64> =
        (0..50).map(|_| server.begin_call("quick_run", json!({}))).collect();
    while !waiting.is_empty() {
        let answer = server.receive();
        assert!(waiting.remove(&answer["id"].as_u64().unwrap()), "{answer}");
        assert_eq!(succeeds(&answer["result"]), "quick\n");
    }
    assert!(until(|| zombies_below(server.id()).is_empty()));
    assert_eq!(processes_in(&instance.path()).len(), 1);
    server.cancel(slow);
    assert!(until(|| processes_in(&instance.path()).is_empty()));
    server.end();
}

#[test]
fn statuses_that_are_success_are_declared() {
    assert_eq!(succeeds(&run("print nothing exit 1", "exit = { ok = [0, 1] }\n")), "nothing\n");
    let result = run("print nothing exit 2", "exit = { ok = [0, 1], undetermined = [2] }\n");
    contains(fails(&result), &["nothing could be determined", "status 2"]);
    let result = run("warn why print held exit 3", "exit = { ok = [0, 1], undetermined = [2] }\n");
    contains(fails(&result), &["status 3", "stderr:\nwhy", "stdout:\nheld"]);
}

#[test]
fn terminal_escapes_do_not_reach_the_client() {
    // ESC[31m red ESC[0m BEL NUL TAB U+202E LF
    let result = run("bytes 1b5b33316d7265641b5b306d070009e280ae0a", "");
    assert_eq!(succeeds(&result), "red\t\\u{202e}\n");
}
