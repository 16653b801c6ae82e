//! What `check` costs with 1,000 tools that agree, beside asking the same server for the same list and comparing bytes.
//!
//! ```text
//! cargo bench -p toolnode --bench check
//! ```
//!
//! Both start the server as a child. A figure is CPU time of all processes, in seconds, the median over rounds in turn.
#![allow(clippy::print_stdout, reason = "it prints figures")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::write_instance;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

const ROUNDS: usize = 5;
const TOOLS: usize = 1_000;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write_instance(folder.path(), TOOLS);
    let agreed = listed(folder.path());
    let (mut bytes, mut checks) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bytes.push(cost(|| assert_eq!(listed(folder.path()), agreed)));
        checks.push(cost(|| check(folder.path())));
    }
    let (bytes, checks) = (median(bytes), median(checks));
    println!("tools/list and bytes: {bytes:.3} s; check: {checks:.3} s");
    println!("ratio: {:.2} (under 5)", checks / bytes);
}

/// CPU seconds of the children that end meanwhile.
fn cost(run: impl FnOnce()) -> f64 {
    let spent = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("getrusage");
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
    };
    let before = spent();
    run();
    #[allow(clippy::cast_precision_loss, reason = "microseconds of a measurement")]
    let seconds = (spent() - before) as f64 / 1e6;
    seconds
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The bytes of `tools/list`.
fn listed(instance: &Path) -> String {
    let mut server = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["serve", "--stdio", "--instance"])
        .arg(instance)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut input = server.stdin.take().expect("a pipe");
    let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
    let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#;
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    writeln!(input, "{initialize}").expect("the server reads");
    let mut line = String::new();
    output.read_line(&mut line).expect("the server writes");
    writeln!(input, "{initialized}\n{list}").expect("the server reads");
    line.clear();
    output.read_line(&mut line).expect("the server writes");
    drop(input);
    assert!(server.wait().expect("the server ends").success());
    line
}

fn check(instance: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_toolnode"))
        .args(["check", "--json", "--instance"])
        .arg(instance)
        .output()
        .expect("the binary runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    for name in ["schema", "coverage"] {
        let row = rows.iter().find(|row| row["name"] == name).expect("the row");
        assert_eq!(row["state"], "agrees", "{row}");
    }
}
