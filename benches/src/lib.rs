//! Servers and drivers for the figures in the notes. Every figure is a ratio of two measured in one run.
#![allow(clippy::missing_panics_doc, reason = "a measurement ends where something is wrong")]

mod http;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

pub use http::{Listening, Request};

/// The middle of some figures.
pub fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A server process, and a session with it.
#[derive(Debug)]
pub struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Session {
    /// Starts a server and begins a session.
    pub fn start(argv: &[&str]) -> Self {
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

    /// Calls a tool again and again, with so many calls at a time; each answer is looked at.
    pub fn calls(
        &mut self,
        tool: &str,
        arguments: &Value,
        calls: u64,
        in_flight: u64,
        check: impl Fn(&Value),
    ) {
        let (mut sent, mut answered) = (0, 0);
        while answered < calls {
            while sent < calls && sent - answered < in_flight {
                let id = self.next;
                self.next += 1;
                sent += 1;
                self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
                    "name": tool, "arguments": arguments}}));
            }
            check(&self.receive());
            answered += 1;
        }
    }

    /// Asks for the list of tools so many times, one after the other; gives the bytes of an answer.
    pub fn lists(&mut self, lists: u64) -> Vec<u8> {
        let mut line = Vec::new();
        for _ in 0..lists {
            let id = self.next;
            self.next += 1;
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {}}));
            line.clear();
            self.output.read_until(b'\n', &mut line).expect("the server writes");
        }
        line
    }

    /// The CPU clock of all its threads, in microseconds since the start.
    pub fn cpu_microseconds(&self) -> f64 {
        cpu_microseconds(self.child.id())
    }

    /// Closes the session; the server ends.
    pub fn end(mut self) {
        drop(self.input);
        self.child.wait().expect("the server ends");
    }
}

/// The CPU clock of a process, in microseconds since the start: of all its threads, those that have ended included, which
/// `/proc/PID/task` forgets (`clock_getcpuclockid(3)`).
#[allow(clippy::cast_precision_loss, reason = "nanoseconds of a measurement")]
pub(crate) fn cpu_microseconds(pid: u32) -> f64 {
    let pid = nix::unistd::Pid::from_raw(pid.try_into().expect("a process id"));
    let clock = nix::time::clock_getcpuclockid(pid).expect("it runs");
    let spent = nix::time::clock_gettime(clock).expect("it runs");
    spent.tv_sec() as f64 * 1e6 + spent.tv_nsec() as f64 / 1e3
}
