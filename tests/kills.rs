//! `kill -9` of a server at random moments under load: every process that was started has a start in the log, the chain holds
//! up to the cut, the next start mends it and says so, and with `always` nothing that was acknowledged is lost.
//!
//! 25 times among the other tests, or as often as `KILLS` says: `KILLS=500 cargo test --workspace --test kills`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use toolnode::audit::{Outcome, records, verify};
use toolnode_tests::{Instance, processes_in, until};

/// Calls that are under way at a time.
const IN_FLIGHT: u64 = 8;

/// What was seen, over all kills.
#[derive(Debug, Default)]
struct Seen {
    kills: u64,
    started: u64,
    acknowledged: u64,
    undetermined: u64,
    cut: u64,
    said: u64,
}

#[test]
fn a_server_that_is_killed_leaves_a_record_that_holds() {
    let kills = std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(25);
    let mut random = Random(u64::from(std::process::id()) << 20 | 1);
    for sync in ["always", "group"] {
        let instance = instance(sync);
        let mut seen = Seen::default();
        let mut acknowledged = BTreeSet::new();
        let mut next = 0;
        let mut mended = false;
        for _ in 0..kills / 2 + kills % 2 {
            let after = Duration::from_micros(random.below(200_000));
            let said = load_and_kill(&instance, &mut next, &mut acknowledged, after);
            // What the kill before this one cut off, this start has mended and told.
            let told =
                said.contains("audit.jsonl was repaired: a line that was not whole was cut off");
            assert_eq!(told, mended, "{said}");
            seen.said += u64::from(told);
            mended = look(&instance, &mut seen);
        }
        seen.acknowledged = acknowledged.len() as u64;
        all_is_there(&instance, &acknowledged, sync, &mut seen);
        assert!(seen.started > 0 && seen.acknowledged > 0, "{seen:?}");
    }
}

fn instance(sync: &str) -> Instance {
    let instance = Instance::new();
    instance.file(
        "toolnode.deploy.toml",
        &format!(
            "[audit]\nfile = \"audit.jsonl\"\nsync = \"{sync}\"\n[caller]\nactor = \"load\"\n"
        ),
    );
    instance.file(
        "types.json",
        r#"{"$id": "urn:case:types", "$defs": {"Mark": {"type": "string", "pattern": "^mark-[0-9]+$"}}}"#,
    );
    let input = "\n[[io.inputs]]\nname = \"mark\"\ntype = \"Mark\"\nrequired = true\narg = { positional = 0 }\n";
    instance.command("mark-run", Path::new("/usr/bin/touch"), &[], input);
    instance
}

/// Starts a server, calls it as fast as it answers, and kills it so long after the first answer. Gives what it said.
fn load_and_kill(
    instance: &Instance,
    next: &mut u64,
    acknowledged: &mut BTreeSet<u64>,
    after: Duration,
) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_served"))
        .args(["serve", "--instance"])
        .arg(instance.path())
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut send = move |message: Value| writeln!(input, "{message}");
    let mut receive = move || {
        let mut line = String::new();
        // A server that is killed leaves half a line.
        output.read_line(&mut line).ok()?;
        serde_json::from_str::<Value>(&line).ok()
    };
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "load", "version": "0"}}});
    send(hello).expect("it reads");
    receive().expect("it answers");
    send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).expect("it reads");

    let killer = kill_after(&child, after);
    let (mut asked, mut answered) = (0, 0);
    loop {
        while asked - answered < IN_FLIGHT {
            let call = match *next % 2 {
                0 => json!({"name": "mark_run", "arguments": {"mark": format!("mark-{next}")}}),
                _ => json!({"name": "word_list", "arguments": {"text": format!("word-{next}")}}),
            };
            if send(json!({"jsonrpc": "2.0", "id": *next, "method": "tools/call", "params": call}))
                .is_err()
            {
                break;
            }
            *next += 1;
            asked += 1;
        }
        let Some(answer) = receive() else { break };
        assert_ne!(answer["result"]["isError"], true, "{answer}");
        acknowledged.insert(answer["id"].as_u64().expect("an id"));
        answered += 1;
    }
    killer.join().expect("it kills");
    let output = child.wait_with_output().expect("it is dead");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn kill_after(child: &Child, after: Duration) -> std::thread::JoinHandle<()> {
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).expect("a pid"));
    let at = Instant::now() + after;
    std::thread::spawn(move || {
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).expect("it runs");
    })
}

/// The log right after a kill: nothing is wrong with it but its end. Gives whether that was cut.
fn look(instance: &Instance, seen: &mut Seen) -> bool {
    seen.kills += 1;
    let verified = verify(&instance.path().join("audit.jsonl")).expect("a log");
    let codes: Vec<_> = verified.breaches.iter().map(|breach| breach.code).collect();
    assert!(codes.iter().all(|code| *code == "cut"), "{verified:?}");
    seen.cut += u64::from(!codes.is_empty());
    !codes.is_empty()
}

fn all_is_there(instance: &Instance, acknowledged: &BTreeSet<u64>, sync: &str, seen: &mut Seen) {
    // What was killed with its server is gone before the files are counted.
    assert!(until(|| processes_in(&instance.path()).is_empty()), "commands are left");
    let (mut started, mut ran) = (BTreeSet::new(), BTreeSet::new());
    records(&instance.path().join("audit.jsonl"), |record| {
        let text = record.inputs.get("mark").or(record.inputs.get("text")).and_then(Value::as_str);
        let number = text.and_then(|text| text.split_once('-')?.1.parse::<u64>().ok());
        let number = number.expect("a number");
        assert!(started.insert(number), "one record for each call");
        match record.outcome {
            Outcome::Ran => assert!(ran.insert(number)),
            Outcome::Undetermined => seen.undetermined += 1,
            _ => panic!("{record:?}"),
        }
    })
    .expect("a log");
    for entry in fs::read_dir(instance.path()).expect("a folder") {
        let name = entry.expect("a file").file_name().into_string().expect("UTF-8");
        if let Some(mark) = name.strip_prefix("mark-") {
            seen.started += 1;
            assert!(started.contains(&mark.parse().expect("a number")), "{name} has no record");
        }
    }
    assert!(acknowledged.is_subset(&started), "every answer has a record");
    if sync == "always" {
        assert!(acknowledged.is_subset(&ran), "nothing that was acknowledged is lost");
    }
    let counts = format!(
        "\n{} kills, sync {sync}: {} processes started, {} answers, {} records, of which {} without an end; {} lines cut, {} times told\n",
        seen.kills,
        seen.started,
        acknowledged.len(),
        started.len(),
        seen.undetermined,
        seen.cut,
        seen.said
    );
    std::io::stderr().write_all(counts.as_bytes()).expect("standard error takes it");
}

/// Numbers without a pattern (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}
