//! Twenty thousand calls, eight at a time, of which a tenth is cancelled and a tenth runs out of time: each is answered once,
//! and afterwards nothing is left and nothing has grown.
//!
//! ```text
//! cargo test -p toolnode-tests --test soak
//! ```
#![allow(clippy::print_stdout, reason = "it prints figures")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};
use toolnode_tests::{Instance, Server, processes_below, processes_in, until};

const CALLS: u64 = 20_000;
const WARM_UP: u64 = 1_000;
const IN_FLIGHT: usize = 8;
/// Wardens that are kept for the next calls.
const KEPT: usize = 16;
/// Bytes by which memory may differ: what an allocator keeps.
const MEMORY: u64 = 8 << 20;

/// The node of each tenth of the calls, the words that it runs, and what its answer must hold.
const TENTHS: [(&str, &str, &str); 10] = [
    ("cancelled-run", "start daemon sleep 600", ""),
    ("slow-run", "start session print begun sleep 600", "limit of 0.05 s"),
    ("failing-run", "warn why exit 3", "status 3"),
    ("flood-get", "flood-both 20000", "xxxx"),
    ("input-run", "read", "10000 bytes, then the end"),
    ("leaving-run", "hide session print left", "left\n"),
    ("killed-run", "print held die 9", "SIGKILL"),
    ("bytes-get", "bytes 6185621b5b316d", "a\u{fffd}b"),
    ("print-get", "print one", "one\n"),
    ("word-get", "print two", "two\n"),
];

fn main() {
    let instance = Instance::new();
    for (id, words, _) in TENTHS {
        let words: Vec<_> = words.split(' ').collect();
        let limits = if id == "slow-run" { "limits = { seconds = 0.05 }\n" } else { "" };
        let input = if id == "input-run" {
            "\n[[io.inputs]]\nname = \"body\"\ntype = \"Markdown\"\nrequired = true\narg = { stdin = true }\n"
        } else {
            ""
        };
        instance.command(
            id,
            Path::new(env!("CARGO_BIN_EXE_misbehave")),
            &words,
            &format!("{limits}{input}"),
        );
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_stock"));
    command.arg("serve").arg("--instance").arg(instance.path()).current_dir("/");
    let (mut server, _) = Server::start(&mut command);

    calls(&mut server, WARM_UP);
    quiet(&instance, &server);
    let before = Taken::by(&server);
    let began = Instant::now();
    let answered = calls(&mut server, CALLS);
    let took = began.elapsed();
    quiet(&instance, &server);
    let after = Taken::by(&server);
    println!(
        "{CALLS} calls in {:.1} s; {answered} answered, {} cancelled",
        took.as_secs_f64(),
        CALLS / 10
    );
    println!("before: {before}\nafter:  {after}");
    assert_eq!(before.descriptors, after.descriptors);
    assert!(after.memory <= before.memory + MEMORY);

    let below = processes_below(server.id());
    server.end();
    let there = |pid: &u32| Path::new(&format!("/proc/{pid}")).exists();
    assert!(until(|| !below.iter().any(|(pid, _)| there(pid))), "wardens are gone");
    println!("nothing is left");
}

/// Waits until nothing but idle wardens is there, and no zombie.
fn quiet(instance: &Instance, server: &Server) {
    assert!(
        until(|| processes_in(&instance.path()).is_empty()),
        "{:?}",
        processes_in(&instance.path())
    );
    let zombies = || processes_below(server.id()).iter().any(|(_, state)| *state == 'Z');
    assert!(until(|| !zombies()));
    // The rest was let go, and takes a moment to end.
    assert!(until(|| processes_below(server.id()).len() <= KEPT));
}

/// Calls in turn, so many at a time. Gives how many were answered: all but those that were cancelled, each once.
fn calls(server: &mut Server, count: u64) -> u64 {
    let mut waiting: HashMap<u64, usize> = HashMap::new();
    let (mut sent, mut answered) = (0, 0);
    while sent < count || !waiting.is_empty() {
        while sent < count && waiting.len() < IN_FLIGHT {
            let tenth = usize::try_from(sent % 10).expect("it is small");
            let arguments = if TENTHS[tenth].0 == "input-run" {
                json!({"body": "x".repeat(10_000)})
            } else {
                json!({})
            };
            let id = server.begin_call(&TENTHS[tenth].0.replace('-', "_"), arguments);
            waiting.insert(id, tenth);
            sent += 1;
        }
        if waiting.values().any(|tenth| *tenth != 0) {
            let answer = server.receive();
            let id = answer["id"].as_u64().expect("an answer");
            let tenth = waiting.remove(&id).unwrap_or_else(|| panic!("a second answer: {answer}"));
            check(&answer, TENTHS[tenth].2);
            answered += 1;
        }
        // Those that are to be cancelled have begun, or not, when others have ended.
        let to_cancel: Vec<u64> =
            waiting.iter().filter(|(_, tenth)| **tenth == 0).map(|(id, _)| *id).collect();
        for id in to_cancel {
            server.cancel(id);
            waiting.remove(&id);
        }
    }
    answered
}

fn check(answer: &Value, holds: &str) {
    let text =
        answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert!(text.contains(holds), "{holds}: {answer}");
}

/// What a server takes, wardens included.
struct Taken {
    descriptors: usize,
    memory: u64,
    wardens: usize,
}

impl Taken {
    fn by(server: &Server) -> Self {
        let folder = format!("/proc/{}", server.id());
        let status = fs::read_to_string(format!("{folder}/status")).expect("it runs");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux");
        let kib: u64 = memory.trim().trim_end_matches(" kB").parse().expect("a number");
        let wardens = processes_below(server.id()).len();
        // One socket is that of a warden; how many are kept depends on how many ran at once.
        let descriptors = fs::read_dir(format!("{folder}/fd")).expect("it runs").count() - wardens;
        Self { descriptors, memory: kib << 10, wardens }
    }
}

impl std::fmt::Display for Taken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { descriptors, memory, wardens } = self;
        write!(f, "{descriptors} descriptors, {} KiB, {wardens} idle wardens", memory >> 10)
    }
}
