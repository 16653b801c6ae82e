//! Commands that misbehave, as real processes of a real server: each line of `fixtures/commands/cases.jsonl`, which come
//! from public reports, and what else the book promises in "What happens to a command".

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};
use toolnode::{App, Options, testing};
use toolnode_tests::{Instance, Server, processes_below, processes_in, until};

const GRACE: Duration = Duration::from_secs(2);

fn helper() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_misbehave"))
}

/// An instance with one node, `case_run`, that runs the helper.
fn instance(words: &str, rest: &str) -> Instance {
    let instance = Instance::new();
    add(&instance, "case-run", words, rest);
    instance
}

fn add(instance: &Instance, id: &str, words: &str, rest: &str) {
    let words: Vec<_> = words.split(' ').filter(|word| !word.is_empty()).collect();
    instance.command(id, helper(), &words, rest);
}

fn command(instance: &Instance) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
    command.arg("serve").arg("--instance").arg(instance.path()).current_dir("/");
    command
}

fn serve(instance: &Instance) -> Server {
    Server::start(&mut command(instance)).0
}

fn serve_within(instance: &Instance, limits: Value) -> Server {
    Server::start(command(instance).env("TEST_LIMITS", limits.to_string())).0
}

/// Serves the one node and calls it.
fn run(words: &str, rest: &str) -> Value {
    let instance = instance(words, rest);
    let mut server = serve(&instance);
    let result = server.call("case_run", json!({}));
    server.end();
    assert_eq!(processes_in(&instance.path()), []);
    result
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"))
}

fn fails(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    text(result)
}

fn succeeds(result: &Value) -> &str {
    assert_ne!(result["isError"], true, "{result}");
    text(result)
}

fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        let begin: String = text.chars().take(500).collect();
        assert!(text.contains(part), "{part:?} is not in {begin}");
    }
}

/// Each line of the cases has its test.
macro_rules! cases {
    ($($case:literal => $test:ident,)*) => {
        #[test]
        fn every_case_has_its_test() {
            let tests: &[(u64, fn())] = &[$(($case, $test as fn())),*];
            let tested: BTreeSet<u64> = tests.iter().map(|(case, _)| *case).collect();
            let given: BTreeSet<u64> = include_str!("fixtures/commands/cases.jsonl")
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

/// Everything by which a process gets away from whoever started it.
const DETACHED: &str = "start sleeper hide deaf-sleeper start session hide session start daemon hide daemon";

#[test]
fn no_process_of_a_timed_out_command_is_left() {
    let instance = instance(&format!("{DETACHED} print begun sleep 600"), "limits = { seconds = 1 }\n");
    let mut server = serve(&instance);
    let id = server.begin_call("case_run", json!({}));
    // The program, six that it started, and what the daemons started; the daemons themselves are gone.
    assert!(until(|| processes_in(&instance.path()).len() == 7), "{:?}", processes_in(&instance.path()));
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

const TYPES: &str = r#"{"$id": "https://example.org/case.json", "$defs": {"Word": {"type": "string", "pattern": "^[a-z]*$"},
    "Item": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}}"#;

#[test]
fn an_argument_of_128_kib_is_too_long_and_said_so() {
    let rest = "\n[[io.inputs]]\nname = \"word\"\ntype = \"Word\"\nrequired = true\narg = { positional = 0 }\n";
    let instance = instance("words", rest);
    instance.file("types.json", TYPES);
    let mut server = serve(&instance);
    let most = 128 * 1024 - 1;
    assert_eq!(succeeds(&server.call("case_run", json!({"word": "a".repeat(most)}))), format!("{most}\n"));
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

fn zombies_below(ancestor: u32) -> Vec<(u32, char)> {
    processes_below(ancestor).into_iter().filter(|(_, state)| *state == 'Z').collect()
}

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
fn the_least_limit_wins() {
    let instance = instance("sleep 600", "limits = { seconds = 0.6 }\n");
    add(&instance, "open-run", "sleep 600", "");
    let mut server = serve_within(&instance, json!({"seconds": 0.4}));
    contains(&server.failure("case_run", json!({})), &["limit of 0.4 s"]);
    contains(&server.failure("open_run", json!({})), &["limit of 0.4 s"]);
    let params = json!({"name": "open_run", "arguments": {}, "_meta": {"toolnode/seconds": 0.2}});
    let answer = server.request("tools/call", params);
    contains(fails(&answer["result"]), &["limit of 0.2 s"]);
    server.end();
    let mut server = serve_within(&instance, json!({"seconds": 500}));
    contains(&server.failure("case_run", json!({})), &["limit of 0.6 s"]);
    server.end();
    let output = Command::new(env!("CARGO_BIN_EXE_stock"))
        .args(["call", "open_run", "--seconds", "0.3", "--instance"])
        .arg(instance.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    contains(&String::from_utf8_lossy(&output.stderr), &["limit of 0.3 s"]);
}

#[test]
fn warnings_of_a_success_stay_available() {
    let result = run("warn careful print answer", "");
    assert_eq!(succeeds(&result), "answer\n");
    assert_eq!(result["_meta"]["toolnode/stderr"], "careful");
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_cut_document_is_never_passed_on() {
    for (stdout, more) in [("json", ""), ("jsonl", ""), ("bytes", "media_type = \"image/png\"\n")] {
        let rest = format!("limits = {{ output_bytes = 10 }}\n\n[io]\nstdout = \"{stdout}\"\n{more}");
        let result = run("print [1,2,3,4,5,6]", &rest);
        contains(fails(&result), &["14 bytes", "output_bytes"]);
        assert!(result.get("structuredContent").is_none(), "{result}");
    }
}

#[test]
fn lines_are_progress_and_elements() {
    let instance = instance("print {\"n\":1} sleep 0.1 print {\"n\":2}", "\n[io]\nstdout = \"jsonl\"\n");
    instance.file("types.json", TYPES);
    let outputs = "\n[io]\nstdout = \"jsonl\"\noutputs = [{ name = \"item\", type = \"Item\", whole = true }]\n";
    add(&instance, "typed-run", "print {\"n\":1} print {\"n\":\"x\"}", outputs);
    add(&instance, "half-run", "print {\"n\":1} print {\"n\":", "\n[io]\nstdout = \"jsonl\"\n");
    let mut server = serve(&instance);
    let id = server.begin(
        "tools/call",
        json!({"name": "case_run", "arguments": {}, "_meta": {"progressToken": "t"}}),
    );
    let (told, result) = server.result(id);
    let told: Vec<_> = told
        .iter()
        .map(|message| (message["params"]["progress"].as_f64(), message["params"]["message"].as_str()))
        .collect();
    assert_eq!(told, [(Some(1.0), Some("{\"n\":1}")), (Some(2.0), Some("{\"n\":2}"))]);
    assert_eq!(succeeds(&result), "[{\"n\":1},{\"n\":2}]");
    contains(&server.failure("typed_run", json!({})), &["line 2", "/n", "integer"]);
    contains(&server.failure("half_run", json!({})), &["line 2"]);
    server.end();
}

#[test]
fn a_long_call_says_that_it_runs() {
    let instance = instance("sleep 2.5", "");
    let mut server = serve(&instance);
    let id = server.begin(
        "tools/call",
        json!({"name": "case_run", "arguments": {}, "_meta": {"progressToken": "t"}}),
    );
    let (told, _) = server.result(id);
    let message = told[0]["params"]["message"].as_str().unwrap();
    contains(message, &["running for"]);
    server.end();
}

#[test]
fn bytes_become_blocks_of_their_kind() {
    for (media_type, kind, part) in [
        ("image/png", "image", "data"),
        ("audio/wav", "audio", "data"),
        ("application/zip", "resource", "/resource/blob"),
    ] {
        let rest = format!("\n[io]\nstdout = \"bytes\"\nmedia_type = \"{media_type}\"\n");
        let result = run("bytes 00ff10", &rest);
        let block = &result["content"][0];
        assert_eq!(block["type"], kind, "{result}");
        let data = if part.starts_with('/') { &block.pointer(part).unwrap() } else { &&block[part] };
        assert_eq!(**data, json!("AP8Q"), "{result}");
    }
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
fn calls_beyond_the_limits_wait_or_are_refused_as_busy() {
    let instance = instance("sleep 600", "");
    add(&instance, "quick-run", "print quick", "");
    let mut server = serve_within(&instance, json!({"concurrent": 1, "queue": 1}));
    let slow = server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 1));
    let waiting = server.begin_call("quick_run", json!({}));
    contains(&server.failure("quick_run", json!({})), &["busy", "1 calls that wait"]);
    server.cancel(slow);
    let (_, result) = server.result(waiting);
    assert_eq!(succeeds(&result), "quick\n");
    server.end();
}

#[test]
fn a_node_has_limits_of_its_own() {
    let instance = instance("sleep 600", "limits = { concurrent = 1, seconds = 600 }\n");
    add(&instance, "rare-run", "print rare", "limits = { per_minute = 2 }\n");
    let mut server = serve_within(&instance, json!({"queue": 0}));
    let slow = server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 1));
    contains(&server.failure("case_run", json!({})), &["busy"]);
    // Other nodes have nothing to do with that.
    for _ in 0..2 {
        assert_eq!(succeeds(&server.call("rare_run", json!({}))), "rare\n");
    }
    contains(&server.failure("rare_run", json!({})), &["2 times a minute", "try again in"]);
    server.cancel(slow);
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

    let instance = self::instance("start session sleep 600", "");
    let mut server = serve(&instance);
    server.begin_call("case_run", json!({}));
    assert!(until(|| processes_in(&instance.path()).len() == 2));
    server.end();
    assert_eq!(processes_in(&instance.path()), [], "at the time of the exit");
}

#[test]
fn a_gibibyte_costs_little_memory() {
    let peak = |server: &Server| -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
    };
    let instance = instance("flood 1073741824", "");
    let mut server = serve(&instance);
    let before = peak(&server);
    let result = server.call("case_run", json!({}));
    contains(succeeds(&result), &["bytes left out"]);
    let more = peak(&server) - before;
    let (cap, slack) = (1 << 20, 16 << 20);
    assert!(more <= cap + slack, "{more} bytes");
    server.end();
}

/// In a program that does not support wardens, such as this test: what it can.
#[test]
fn without_wardens_the_group_and_what_still_descends_is_ended() {
    let instance = instance("start deaf-sleeper start session print begun sleep 600", "limits = { seconds = 0.3 }\n");
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
    kill_all(processes_below(server.id()));
    contains(fails(&server.result(id).1), &["watches over the command was killed"]);
    assert_eq!(succeeds(&server.call("quick_run", json!({}))), "quick\n");
    server.end();
}
