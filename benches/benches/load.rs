//! What requests over HTTP and long lists cost the server, beside a handler written by hand on rmcp in its fast configuration.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench load
//! ```
//!
//! A figure is the server's CPU time a request (all its threads, from its CPU clock), the median over rounds in alternating
//! order; a ratio is that of two such figures of this run. `ROUNDS`, `CALLS` and `LISTS` set how much is measured.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolnode_benches::{Listening, Request, Session, median};

const CONNECTIONS: u64 = 16;
const TOOLS: usize = 1_000;

/// What is measured, and what of it each server is started with.
const FIGURES: [&str; 5] = [
    "call, HTTP, 2026-07-28",
    "call, HTTP, 2025-06-18",
    "list of 1,000, stdio",
    "list of 1,000, HTTP, 2026-07-28",
    "list of 1,000, HTTP, 2025-06-18",
];

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let (rounds, calls, lists) =
        (number("ROUNDS", 7), number("CALLS", 32_000), number("LISTS", 800));
    let folder = tempfile::tempdir().expect("a folder");
    instance(folder.path());
    let path = folder.path().to_str().expect("UTF-8");
    let tools = listed(path);
    let file = folder.path().join("listed.json");
    fs::write(&file, &tools).expect("written");
    let file = file.to_str().expect("UTF-8");

    let (by_hand, toolnode) =
        (env!("CARGO_BIN_EXE_echo_rmcp"), env!("CARGO_BIN_EXE_echo_toolnode"));
    let servers = [
        [vec![by_hand], vec![by_hand, "--tools", file]],
        [vec![toolnode, "serve"], vec![toolnode, "serve", "--instance", path]],
    ];
    let mut measured = vec![[const { Vec::new() }; 2]; FIGURES.len()];
    for round in 0..rounds {
        for turn in 0..2 {
            let which = usize::try_from((turn + round) % 2).expect("0 or 1");
            let figures = measure(&servers[which], calls, lists);
            for (figure, value) in figures.into_iter().enumerate() {
                measured[figure][which].push(value);
            }
        }
    }
    println!("{:<34} {:>12} {:>12} {:>8}", "CPU µs a request", "by hand", "toolnode", "ratio");
    for (name, [by_hand, toolnode]) in FIGURES.iter().zip(&mut measured) {
        let (by_hand, toolnode) = (median(by_hand), median(toolnode));
        println!("{name:<34} {by_hand:>12.2} {toolnode:>12.2} {:>8.3}", toolnode / by_hand);
    }
}

/// All figures of one server: started with few tools, and with many.
fn measure(server: &[Vec<&str>; 2], calls: u64, lists: u64) -> Vec<f64> {
    let [few, many] = server;
    let http = |argv: &[&str]| match argv {
        [program, "serve", rest @ ..] => {
            Listening::start(&[&[program, "serve", "--http", "127.0.0.1:0"], rest].concat())
        }
        argv => Listening::start(&[argv, &["--http"]].concat()),
    };
    let run = |server: &Listening, request: &Request, count: u64, part: &str| {
        let holds = |body: &[u8]| {
            let found = body.windows(part.len()).any(|window| window == part.as_bytes());
            assert!(found, "{}", String::from_utf8_lossy(&body[..body.len().min(300)]));
        };
        let is_good = |body: &[u8]| holds(&body[..body.len().min(2000)]);
        server.requests(request, count.min(10 * CONNECTIONS), CONNECTIONS, is_good);
        let before = server.cpu_microseconds();
        server.requests(request, count, CONNECTIONS, is_good);
        let asked = count / CONNECTIONS * CONNECTIONS;
        (server.cpu_microseconds() - before) / asked as f64
    };
    let call = json!({"name": "echo_get", "arguments": {"text": "hello, world"}});
    let mut figures = Vec::new();
    let server = http(few);
    figures.push(run(
        &server,
        &Request::stateless("tools/call", call.clone()),
        calls,
        "hello, world",
    ));
    figures.push(run(&server, &Request::session("tools/call", &call), calls, "hello, world"));
    server.end();

    let mut session = Session::start(many);
    session.lists(10);
    let before = session.cpu_microseconds();
    let page = session.lists(lists);
    figures.push((session.cpu_microseconds() - before) / lists as f64);
    assert!(page.len() > TOOLS * 100, "the whole list");
    session.end();

    let server = http(many);
    let list = Request::stateless("tools/list", json!({}));
    figures.push(run(&server, &list, lists, "\"tools\":[{"));
    figures.push(run(&server, &Request::session("tools/list", &json!({})), lists, "\"tools\":[{"));
    server.end();
    figures
}

/// An instance with so many tools.
fn instance(folder: &Path) {
    fs::create_dir(folder.join("tools")).expect("a folder");
    let text = "[instance]\nname = \"many\"\nversion = \"1.0.0\"\n";
    fs::write(folder.join("toolnode.toml"), text).expect("written");
    for number in 0..TOOLS {
        let text = format!(
            "id = \"thing-{number}-get\"\nsummary = \"A thing: get number {number}, with all that is known of it.\"\n\
             satisfies = [\"things\"]\n[invoke]\nshell = \"/bin/true\"\n\
             [[io.inputs]]\nname = \"path\"\ntype = \"RepoPath\"\nrequired = true\narg = {{ flag = \"--path\", joined = true }}\n\
             description = \"Where it is.\"\n"
        );
        fs::write(folder.join(format!("tools/{number:04}.toml")), text).expect("written");
    }
}

/// The tools as toolnode lists them in the older generation, so that the other server lists the same.
fn listed(instance: &str) -> String {
    let argv = [env!("CARGO_BIN_EXE_echo_toolnode"), "serve", "--instance", instance];
    let mut session = Session::start(&argv);
    let answer: Value = serde_json::from_slice(&session.lists(1)).expect("JSON");
    session.end();
    answer["result"]["tools"].to_string()
}
