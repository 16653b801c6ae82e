//! How much calls may take.

use std::fs;
use std::process::Command;

use serde_json::json;
use toolnode_tests::{Server, processes_in, until};

use super::{add, contains, fails, instance, serve, serve_within, succeeds};

#[test]
fn the_least_limit_wins() {
    let instance = instance("sleep 600", "limits = { seconds = 0.6 }\n");
    add(&instance, "open-run", "sleep 600", "");
    let mut server = serve_within(&instance, &json!({"seconds": 0.4}));
    contains(&server.failure("case_run", json!({})), &["limit of 0.4 s"]);
    contains(&server.failure("open_run", json!({})), &["limit of 0.4 s"]);
    let params = json!({"name": "open_run", "arguments": {}, "_meta": {"toolnode/seconds": 0.2}});
    let answer = server.request("tools/call", params);
    contains(fails(&answer["result"]), &["limit of 0.2 s"]);
    server.end();
    let mut server = serve_within(&instance, &json!({"seconds": 500}));
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
fn calls_beyond_the_limits_wait_or_are_refused_as_busy() {
    let instance = instance("sleep 600", "");
    add(&instance, "quick-run", "print quick", "");
    let mut server = serve_within(&instance, &json!({"concurrent": 1, "queue": 1}));
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
    let mut server = serve_within(&instance, &json!({"queue": 0}));
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
