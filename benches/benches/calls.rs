//! What a served call costs the server, beside the same call in a handler written by hand on rmcp.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench calls
//! ```
//!
//! A figure is the server's CPU time a call (all its threads, from its CPU clock), the median over rounds in
//! alternating order; a ratio is that of two such figures of this run.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use toolnode_benches::median;

const ROUNDS: usize = 7;
const SEQUENTIAL: u64 = 10_000;
const PIPELINED: u64 = 30_000;
const IN_FLIGHT: u64 = 64;

fn main() {
    let servers = [
        ("by hand", vec![env!("CARGO_BIN_EXE_echo_rmcp")], "echo_get"),
        ("toolnode", vec![env!("CARGO_BIN_EXE_echo_toolnode"), "serve"], "echo_get"),
        (
            "toolnode, plain fn",
            vec![env!("CARGO_BIN_EXE_echo_toolnode"), "serve"],
            "blocking_echo_get",
        ),
    ];
    let mut sequential = vec![Vec::new(); servers.len()];
    let mut pipelined = vec![Vec::new(); servers.len()];
    for round in 0..ROUNDS {
        for turn in 0..servers.len() {
            let index = (turn + round) % servers.len();
            let (_, argv, tool) = &servers[index];
            let mut session = Session::start(argv);
            session.run(tool, 500, 1);
            sequential[index].push(session.run(tool, SEQUENTIAL, 1));
            pipelined[index].push(session.run(tool, PIPELINED, IN_FLIGHT));
            session.end();
        }
    }
    println!(
        "{:<20} {:>14} {:>8} {:>14} {:>8}",
        "", "µs sequential", "ratio", "µs 64 deep", "ratio"
    );
    let reference = (median(&mut sequential[0].clone()), median(&mut pipelined[0].clone()));
    for (index, (name, _, _)) in servers.iter().enumerate() {
        let (one, many) = (median(&mut sequential[index]), median(&mut pipelined[index]));
        println!(
            "{name:<20} {one:>14.2} {:>8.3} {many:>14.2} {:>8.3}",
            one / reference.0,
            many / reference.1
        );
    }
}

struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Session {
    fn start(argv: &[&str]) -> Self {
        let mut child = Command::new(argv[0])
            .args(&argv[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut session = Self { child, input, output, next: 1 };
        session.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "bench", "version": "0"}}}));
        session.receive();
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        session
    }

    fn send(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Microseconds of the server's CPU time a call.
    fn run(&mut self, tool: &str, calls: u64, in_flight: u64) -> f64 {
        let before = self.cpu_microseconds();
        let (mut sent, mut answered) = (0, 0);
        while answered < calls {
            while sent < calls && sent - answered < in_flight {
                let id = self.next;
                self.next += 1;
                sent += 1;
                self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
                    "name": tool, "arguments": {"text": "hello, world"}}}));
            }
            let answer = self.receive();
            assert_eq!(answer["result"]["content"][0]["text"], "hello, world", "{answer}");
            answered += 1;
        }
        (self.cpu_microseconds() - before) / calls as f64
    }

    /// The CPU clock of all threads, in nanoseconds since the start (`/proc/PID/task/*/schedstat`).
    fn cpu_microseconds(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("Linux");
        let spent = tasks.filter_map(|task| {
            let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        spent.sum::<u64>() as f64 / 1e3
    }

    fn end(mut self) {
        drop(self.input);
        self.child.wait().expect("the server ends");
    }
}
