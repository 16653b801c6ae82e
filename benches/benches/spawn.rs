//! What a command costs, beside a process that is started and waited for without any care.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench spawn
//! ```
//!
//! In process: from the arguments of a call of `/bin/true` to its result, beside `std::process::Command` spawned and waited
//! for by the same process, with much memory in use and with little. Over stdio: a served call, beside a handler written
//! by hand on rmcp that uses `tokio::process`. A figure is the median of all runs, which alternate; a ratio is that of two
//! such figures of this run.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use std::future::pending;
use std::pin::Pin;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};
use toolnode::invoke::{Limits, Runner, enter_if_asked};
use toolnode::registry::{CallHost, StateMap};
use toolnode::{App, tool};
use toolnode_benches::{Session, median};

const RUNS: usize = 400;
const ROUNDS: usize = 9;
const CALLS: u64 = 200;

/// A command: does nothing and ends well.
#[tool(shell = "/bin/true", satisfies = "measure")]
fn nothing_run();

fn main() -> ExitCode {
    if let Some(ended) = enter_if_asked() {
        return ended;
    }
    println!("{:<34} {:>10} {:>10} {:>7}", "", "µs plain", "µs toolnode", "ratio");
    for mib in [20, 500] {
        let (plain, ours) = in_process(mib);
        let what = format!("in process, {mib} MiB");
        println!("{what:<34} {plain:>10.1} {ours:>10.1} {:>7.3}", ours / plain);
    }
    let (plain, ours) = over_stdio();
    println!("{:<34} {plain:>10.1} {ours:>10.1} {:>7.3}", "over stdio", ours / plain);
    ExitCode::SUCCESS
}

/// A caller that waits as long as it takes.
struct Patient;

impl CallHost for Patient {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(pending())
    }

    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}
}

/// Medians of both, with so much memory in use.
fn in_process(mib: usize) -> (f64, f64) {
    let ballast = vec![1_u8; mib << 20];
    let app: App = toolnode::app!();
    let projection = app.projection(&toolnode::Options::default()).expect("an instance");
    let node = Arc::clone(projection.get("nothing_run").expect("it is served"));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let runner = Runner::new(&projection, Arc::new(StateMap::default()), Limits::default());
    let mut ours = Vec::with_capacity(RUNS);
    let mut plain = Vec::with_capacity(RUNS);
    runtime.block_on(async {
        runner.start_ahead(&projection);
        for run in 0..RUNS + 20 {
            let began = Instant::now();
            let reply =
                runner.call(&node, Map::new(), Arc::new(Patient)).await.expect("it is let in");
            let took = began.elapsed();
            assert!(!reply.is_error, "{reply:?}");
            let began = Instant::now();
            let null = Stdio::null;
            let mut child = Command::new("/bin/true")
                .stdin(null())
                .stdout(null())
                .stderr(null())
                .spawn()
                .expect("it starts");
            assert!(child.wait().expect("it ends").success());
            let took_plain = began.elapsed();
            // The first runs warm up.
            if run >= 20 {
                ours.push(took.as_secs_f64() * 1e6);
                plain.push(took_plain.as_secs_f64() * 1e6);
            }
        }
    });
    assert_eq!(std::hint::black_box(&ballast)[mib << 19], 1);
    (median(&mut plain), median(&mut ours))
}

/// Medians of both over the rounds: microseconds a call, one at a time.
fn over_stdio() -> (f64, f64) {
    let servers =
        [vec![env!("CARGO_BIN_EXE_echo_rmcp")], vec![env!("CARGO_BIN_EXE_echo_toolnode"), "serve"]];
    let mut took = [Vec::new(), Vec::new()];
    let check = |answer: &Value| assert_eq!(answer["result"]["content"][0]["text"], "", "{answer}");
    for round in 0..ROUNDS {
        for turn in 0..servers.len() {
            let index = (turn + round) % servers.len();
            let mut session = Session::start(&servers[index]);
            session.calls("nothing_run", &json!({}), 20, 1, check);
            let began = Instant::now();
            session.calls("nothing_run", &json!({}), CALLS, 1, check);
            took[index].push(began.elapsed().as_secs_f64() * 1e6 / CALLS as f64);
            session.end();
        }
    }
    let [plain, ours] = &mut took;
    (median(plain), median(ours))
}
