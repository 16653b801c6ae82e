//! How commands end, and what ends them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;
use toolnode::{App, Options, testing};
use toolnode_tests::{Instance, processes_below, processes_in, until};

use super::{DETACHED, add, contains, fails, helper, instance, run, serve, succeeds};

const GRACE: Duration = Duration::from_secs(2);

#[test]
fn input_that_is_not_read_is_no_failure() {
    let rest = "\n[[io.inputs]]\nname = \"body\"\ntype = \"Markdown\"\nrequired = true\narg = { stdin = true }\n";
    let instance = instance("print unread", rest);
    add(&instance, "read-run", "flood-both 300000 read", rest);
    let mut server = serve(&instance);
    let body = json!({"body": "x".repeat(1 << 20)});
    assert_eq!(succeeds(&server.call("case_run", body.clone())), "unread\n");
    // It is written while both streams are read.
    let result = server.call("read_run", body);
    contains(succeeds(&result), &["1048576 bytes, then the end"]);
    server.end();
}

#[test]
fn a_command_that_is_deaf_is_killed() {
    let begun = Instant::now();
    let result = run("deaf print begun sleep 600", "limits = { seconds = 0.2 }\n");
    contains(fails(&result), &["limit of 0.2 s", "begun"]);
    assert!(begun.elapsed() >= GRACE, "it was given time");
}

#[test]
fn what_a_program_left_behind_is_ended_and_its_status_stands() {
    for left in ["start deaf-sleeper", "hide deaf-sleeper", "start daemon", "hide session"] {
        let result = run(&format!("{left} print done exit 0"), "");
        assert_eq!(succeeds(&result), "done\n", "{left}");
    }
    let result = run("start sleeper print done close sleep 0.1 exit 4", "");
    contains(fails(&result), &["status 4", "done"]);
}

#[test]
fn a_command_has_no_terminal() {
    assert_eq!(succeeds(&run("terminal", "")), "false\n");
}

#[test]
fn after_a_kill_of_the_server_nothing_is_left() {
    let instance = instance(&format!("{DETACHED} deaf sleep 600"), "");
    let mut server = serve(&instance);
    server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 7));
    let all = processes_below(server.id());
    assert!(all.len() >= 8, "a warden as well: {all:?}");
    server.kill();
    assert!(until(|| processes_in(&instance.path()).is_empty()));
    let there = |pid: u32| Path::new(&format!("/proc/{pid}")).exists();
    assert!(until(|| !all.iter().any(|(pid, _)| there(*pid))), "wardens are gone, too");
}

#[test]
fn a_program_that_is_gone_or_cannot_run_is_said_to_be() {
    let instance = Instance::new();
    let program = instance.path().join("here");
    symlink(helper(), &program).unwrap();
    instance.command("case-run", &program, &["print", "here"], "");
    let script = instance.file("script", "#!/no/such/interpreter\n");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    instance.command("script-run", &script, &[], "");
    let mut server = serve(&instance);
    assert_eq!(succeeds(&server.call("case_run", json!({}))), "here\n");
    contains(&server.failure("script_run", json!({})), &["could not run", "interpreter"]);
    fs::remove_file(&program).unwrap();
    contains(&server.failure("case_run", json!({})), &["could not run", "no longer there"]);
    server.end();
}

#[test]
fn a_signal_to_the_server_ends_its_commands_and_it_exits_well() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let instance = instance("start daemon deaf sleep 600", "");
        let mut server = serve(&instance);
        server.begin_call("case_run", json!({}));
        assert!(until(|| processes_in(&instance.path()).len() == 2));
        kill(Pid::from_raw(server.id().try_into().unwrap()), signal).unwrap();
        let status = server.wait();
        assert_eq!(status.code(), Some(0), "{status:?}");
        assert_eq!(processes_in(&instance.path()), [], "at the time of the exit");
    }
}

#[test]
fn the_end_of_input_lets_calls_end_and_ends_the_rest() {
    let instance = instance("sleep 0.5 print late", "");
    let mut server = serve(&instance);
    let id = server.begin_call("case_run", json!({}));
    server.close_input();
    assert_eq!(succeeds(&server.result(id).1), "late\n");
    server.end();

    let instance = super::instance("start session sleep 600", "");
    let mut server = serve(&instance);
    server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 2));
    server.end();
    assert_eq!(processes_in(&instance.path()), [], "at the time of the exit");
}

/// In a program that does not support wardens, such as this test: what it can.
#[test]
fn without_wardens_the_group_and_what_still_descends_is_ended() {
    let instance = instance(
        "start deaf-sleeper start session print begun sleep 600",
        "limits = { seconds = 0.3 }\n",
    );
    add(&instance, "left-run", "start sleeper print done", "");
    let options = Options { instance: Some(instance.path()), ..Options::default() };
    let client = testing::Client::start_with(App::new(), &options).unwrap();
    let answer = client.call("case_run", json!({})).unwrap();
    assert!(answer.is_error);
    contains(&answer.text(), &["limit of 0.3 s", "begun"]);
    assert!(until(|| processes_in(&instance.path()).is_empty()));
    assert_eq!(client.call("left_run", json!({})).unwrap().text(), "done\n");
    assert!(until(|| processes_in(&instance.path()).is_empty()));
}

#[test]
fn a_warden_that_a_person_starts_says_nothing_and_ends() {
    let output = Command::new(env!("CARGO_BIN_EXE_stock"))
        .arg("--toolnode-warden")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// A warden that is killed while idle is replaced; one that is killed at work is said to be.
#[test]
fn a_warden_that_is_killed_is_noticed() {
    let instance = instance("sleep 600", "");
    add(&instance, "quick-run", "print quick", "");
    let mut server = serve(&instance);
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    let kill_all = |pids: Vec<(u32, char)>| {
        for (pid, _) in pids {
            let _ = kill(Pid::from_raw(pid.try_into().unwrap()), Signal::SIGKILL);
        }
    };
    kill_all(processes_below(server.id()));
    assert!(until(|| processes_below(server.id()).iter().all(|(_, state)| *state == 'Z')));
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    let id = server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 1));
    // The wardens alone: what they watch over has the words of the helper.
    let commands = processes_in(&instance.path());
    let mut all = processes_below(server.id());
    all.retain(|(pid, _)| !commands.iter().any(|(command, _)| command == pid));
    kill_all(all);
    contains(
        fails(&server.result(id).1),
        &["watches over the command ended before it (signal: 9 (SIGKILL)); the command was killed"],
    );
    assert!(until(|| processes_in(&instance.path()).is_empty()));
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    server.end();
}
