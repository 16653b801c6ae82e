//! What the record costs a call in process, and how long a log takes to verify.
//!
//! ```text
//! cargo bench -p toolnode-benches --bench record
//! ROUNDS=3 CALLS=2000 RECORDS=10000 cargo bench --profile dev -p toolnode-benches --bench record
//! ```
//!
//! Throughput is calls by the wall clock, the median over rounds in alternating order; a ratio is that of two such figures of
//! this run. The function gives back its text and does nothing else, so that nothing hides the cost. CPU time is that of all the
//! server's threads.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Map, Value, json};
use toolnode::audit::{By, Invocation, Log, Outcome, Process, Settings, record_invocation, verify};
use toolnode::deploy::Sync;
use toolnode::{App, Options};
use toolnode_benches::{Session, median};

const SYNCS: [Option<&str>; 4] = [None, Some("none"), Some("group"), Some("always")];

fn main() {
    // On the file system of the repository: the folder for temporary files may be in memory, where nothing is synced.
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let echo = env!("CARGO_BIN_EXE_echo_toolnode");
    let text = json!({"text": "hello, world"});
    println!(
        "{:<22} {:<8} {:>12} {:>8} {:>12} {:>8}",
        "", "sync", "calls/s", "ratio", "CPU µs", "ratio"
    );
    let calls = number("CALLS", 30_000);
    compare("echo, 64 deep", echo, "echo_get", &text, calls, 64, &folder);
    compare("echo, one by one", echo, "echo_get", &text, calls / 3, 1, &folder);
    verifying(&folder, number("RECORDS", 1_000_000));
    std::fs::remove_dir_all(&folder).expect("it is there");
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn deployment(folder: &Path, sync: Option<&str>) -> PathBuf {
    let name = sync.unwrap_or("nothing");
    let file = folder.join(format!("{name}.toml"));
    let text = sync.map_or(String::new(), |sync| {
        format!(
            "[caller]\nactor = \"bench\"\n[audit]\nfile = \"{name}.jsonl\"\nsync = \"{sync}\"\n"
        )
    });
    std::fs::write(&file, text).expect("written");
    file
}

fn compare(
    what: &str,
    server: &str,
    tool: &str,
    arguments: &Value,
    calls: u64,
    in_flight: u64,
    folder: &Path,
) {
    let mut rates = vec![Vec::new(); SYNCS.len()];
    let mut costs = vec![Vec::new(); SYNCS.len()];
    let rounds = usize::try_from(number("ROUNDS", 7)).expect("a few");
    for round in 0..rounds {
        for turn in 0..SYNCS.len() {
            let index = (turn + round) % SYNCS.len();
            let file = deployment(folder, SYNCS[index]).display().to_string();
            let mut session = Session::start(&[server, "serve", "--deploy", &file]);
            let check = |answer: &Value| assert_ne!(answer["result"]["isError"], true, "{answer}");
            session.calls(tool, arguments, 200, in_flight, check);
            let (begun, before) = (Instant::now(), session.cpu_microseconds());
            session.calls(tool, arguments, calls, in_flight, check);
            rates[index].push(calls as f64 / begun.elapsed().as_secs_f64());
            costs[index].push((session.cpu_microseconds() - before) / calls as f64);
            session.end();
        }
    }
    let reference = (median(&mut rates[0].clone()), median(&mut costs[0].clone()));
    for (index, sync) in SYNCS.iter().enumerate() {
        let (rate, cost) = (median(&mut rates[index]), median(&mut costs[index]));
        println!(
            "{what:<22} {:<8} {rate:>12.0} {:>8.3} {cost:>12.2} {:>8.3}",
            sync.unwrap_or("-"),
            rate / reference.0,
            cost / reference.1
        );
    }
}

/// Writes records, each a line, and verifies them; the median of three.
fn verifying(folder: &Path, count: u64) {
    let instance = folder.join("instance");
    std::fs::create_dir_all(instance.join("tools")).expect("a folder");
    let files = [
        ("toolnode.toml", "[instance]\nname = \"bench\"\nversion = \"1.0.0\"\n"),
        (
            "tools/word-list.toml",
            "id = \"word-list\"\nsummary = \"Words: list them.\"\nsatisfies = [\"reading\"]\n[invoke]\nshell = \"/bin/echo words\"\n",
        ),
    ];
    for (name, text) in files {
        std::fs::write(instance.join(name), text).expect("written");
    }
    let options = Options { instance: Some(instance), ..Options::default() };
    let projection = App::new().projection(&options).expect("an instance");
    let node = projection.get("word_list").expect("it is served");
    let file = folder.join("verified.jsonl");
    let settings = Settings {
        file: file.clone(),
        sync: Sync::None,
        rotate_bytes: Settings::ROTATE_BYTES,
        authority: None,
    };
    let log = Log::open(settings).expect("a log");
    let record = record_invocation(
        node,
        Invocation {
            skill: Some("reading".to_owned()),
            by: By { actor: Some("bench".to_owned()), ..By::default() },
            authority: None,
            context: Process::default(),
            inputs: Map::from_iter([("text".to_owned(), json!("hello, world"))]),
            argv: Some(vec!["/bin/echo".to_owned(), "words".to_owned()]),
            outcome: Outcome::Ran,
            reason: None,
            exit: Some(0),
            started: "2026-01-01T00:00:00.000000Z".to_owned(),
            finished: Some("2026-01-01T00:00:00.000100Z".to_owned()),
            output: None,
        },
    )
    .expect("a record");
    for _ in 0..count {
        log.append(record.clone()).expect("written");
    }
    drop(log);
    let mut seconds: Vec<f64> = (0..3)
        .map(|_| {
            let begun = Instant::now();
            let verified = verify(&file).expect("a log");
            assert_eq!((verified.lines >= count, verified.breaches.len()), (true, 0));
            begun.elapsed().as_secs_f64()
        })
        .collect();
    println!("{count} records verified in {:.2} s", median(&mut seconds));
}
