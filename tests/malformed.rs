//! Messages that are nearly right, over both transports: whatever comes, the server goes on and answers the next that is right.
//!
//! `MUTATIONS=100000 cargo test --workspace --test malformed` sends more of them. The sequence is the same in each run.
#![allow(clippy::print_stdout, reason = "it says how many it sent")]

use std::process::Command;

use serde_json::{Value, json};
use toolnode_tests::{Connection, HttpServer, MODERN, Server, modern};

/// Messages between two that must be answered.
const BATCH: u64 = 200;

/// Right messages, of both generations, from which the others are made.
fn seeds() -> Vec<String> {
    let call = json!({"name": "word_list", "arguments": {"text": "a b", "most": 2}});
    let about = json!({"protocolVersion": "2025-06-18", "capabilities": {},
                       "clientInfo": {"name": "test", "version": "0"}});
    let older = |method: &str, params| json!({"jsonrpc": "2.0", "id": 5, "method": method, "params": params});
    let told = |method: &str, params| json!({"jsonrpc": "2.0", "method": method, "params": params});
    [
        older("initialize", about),
        older("tools/list", json!({"cursor": "YWZ0ZXI6d29yZF9saXN0Dzcq-Q"})),
        older("tools/call", call.clone()),
        older("ping", json!({})),
        modern(5, "tools/list", json!({})),
        modern(5, "tools/call", call),
        modern(5, "server/discover", json!({})),
        told("notifications/cancelled", json!({"requestId": 5, "reason": "enough"})),
        told("notifications/initialized", json!({})),
        json!({"jsonrpc": "2.0", "id": 5, "result": {}}),
    ]
    .map(|message| message.to_string())
    .to_vec()
}

/// Parts that make trouble.
const PARTS: [&str; 16] = [
    "null",
    "[]",
    "{}",
    "\"\"",
    "-1",
    "1e999",
    "18446744073709551616",
    "\\u0000",
    "\u{feff}",
    "\"id\":",
    "\"_meta\":[],",
    "{\"a\":",
    "[[[[[[[[[[[[",
    "\"jsonrpc\":\"2.0\",",
    "true",
    "\u{202e}",
];

/// A small generator; the same numbers in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        // Xorshift64.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below a usize")
    }
}

/// One of the seeds, changed in one place or two. A line of its own: no byte of it ends one.
fn mutated(seeds: &[String], numbers: &mut Numbers) -> Vec<u8> {
    let seed = numbers.below(seeds.len());
    changed(seeds, seed, numbers)
}

fn changed(seeds: &[String], seed: usize, numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seeds[seed].clone().into_bytes();
    for _ in 0..=numbers.below(2) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(9) {
            0 if at < bytes.len() => bytes[at] = u8::try_from(numbers.below(256)).expect("a byte"),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            3 => drop(bytes.splice(at..at, PARTS[numbers.below(PARTS.len())].bytes())),
            4 => {
                let other = &seeds[numbers.below(seeds.len())];
                let from = numbers.below(other.len());
                drop(bytes.splice(at..at, other.bytes().skip(from).take(40)));
            }
            _ => {
                // A value in place of another.
                let colon = bytes[at..].iter().position(|byte| *byte == b':');
                let at = colon.map_or(at, |colon| at + colon + 1);
                let end = bytes[at..].iter().position(|byte| b",}]".contains(byte));
                let end = end.map_or(bytes.len(), |end| at + end);
                drop(bytes.splice(at..end, PARTS[numbers.below(PARTS.len())].bytes()));
            }
        }
    }
    bytes.retain(|byte| *byte != b'\n' && *byte != b'\r');
    bytes
}

fn count() -> u64 {
    std::env::var("MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000)
}

fn command(transport: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_served"));
    command.arg("serve").args(transport).current_dir("/");
    command
}

#[test]
fn over_standard_streams() {
    let (seeds, mut numbers) = (seeds(), Numbers(0x9E37_79B9_7F4A_7C15));
    let (mut server, _) = Server::start(&mut command(&["--stdio"]));
    let mut sent = 0;
    while sent < count() {
        for _ in 0..BATCH {
            server.send_bytes(&mutated(&seeds, &mut numbers));
        }
        sent += BATCH;
        // Answers to what was right by chance come before, or between; each is one JSON-RPC message.
        server.send(&modern(
            1_000_000 + sent,
            "tools/call",
            json!({"name": "word_list", "arguments": {"text": "x"}}),
        ));
        loop {
            let message = server.receive();
            if message["id"] == 1_000_000 + sent {
                assert_eq!(message["result"]["structuredContent"], json!(["x"]), "{message}");
                break;
            }
        }
    }
    println!("{sent} mutated messages over standard streams");
    server.end();
}

#[test]
fn over_http() {
    let (seeds, mut numbers) = (seeds(), Numbers(0xD1B5_4A32_D192_ED03));
    let server = HttpServer::start(&mut command(&["--http", "127.0.0.1:0"]));
    let mut client = server.connect();
    let mut statuses = std::collections::BTreeMap::new();
    let mut sent = 0;
    while sent < count() {
        for _ in 0..BATCH {
            let seed = numbers.below(seeds.len());
            let status = post(&mut client, &seeds[seed], &changed(&seeds, seed, &mut numbers));
            *statuses.entry(status).or_insert(0_u64) += 1;
            sent += 1;
        }
        let params = json!({"name": "word_list", "arguments": {"text": "x"}});
        let answer = client.modern("tools/call", params).result();
        assert_eq!(answer["structuredContent"], json!(["x"]));
    }
    println!("{sent} mutated messages over HTTP, by status: {statuses:?}");
    assert!(statuses.keys().all(|status| *status < 500), "{statuses:?}");
    server.end();
}

/// Sends a body with the headers of the message that it was made from; the connection goes on whatever is in it.
fn post(client: &mut Connection, seed: &str, body: &[u8]) -> u16 {
    let seed: Value = serde_json::from_str(seed).expect("a message");
    let method = seed["method"].as_str().unwrap_or_default();
    let name = seed["params"]["name"].as_str().unwrap_or_default();
    let version = match seed["params"].get("_meta") {
        Some(_) => MODERN,
        None if method == "initialize" => "",
        None => "2025-06-18",
    };
    let headers = [("MCP-Protocol-Version", version), ("Mcp-Method", method), ("Mcp-Name", name)];
    client.post(&headers, body).status
}
