//! What a served call costs the server, beside the same call in a handler written by hand on rmcp.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench calls
//! ```
//!
//! A figure is the server's CPU time a call (all its threads, from its CPU clock), the median over rounds in
//! alternating order; a ratio is that of two such figures of this run.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use serde_json::{Value, json};
use toolnode_benches::{Session, median};

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
            run(&mut session, tool, 500, 1);
            sequential[index].push(run(&mut session, tool, SEQUENTIAL, 1));
            pipelined[index].push(run(&mut session, tool, PIPELINED, IN_FLIGHT));
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

/// Microseconds of the server's CPU time a call.
fn run(session: &mut Session, tool: &str, calls: u64, in_flight: u64) -> f64 {
    let before = session.cpu_microseconds();
    let check = |answer: &Value| {
        assert_eq!(answer["result"]["content"][0]["text"], "hello, world", "{answer}");
    };
    session.calls(tool, &json!({"text": "hello, world"}), calls, in_flight, check);
    (session.cpu_microseconds() - before) / calls as f64
}
