//! Many calls on many connections: none is lost, none is answered twice, and memory is level afterwards.
//!
//! `CALLS=10000 cargo test --workspace --test http load` makes more of them.

use std::fs;

use serde_json::json;
use toolnode_tests::HttpServer;

use super::start;

const CONNECTIONS: u64 = 64;
/// Bytes by which memory may differ: what an allocator keeps.
const MEMORY: u64 = 16 << 20;

#[test]
fn each_call_is_answered_once() {
    let calls = std::env::var("CALLS").ok().and_then(|calls| calls.parse().ok()).unwrap_or(1_000);
    let server = start();
    run(&server, CONNECTIONS * 4);
    let before = resident(server.id());
    run(&server, calls);
    let after = resident(server.id());
    assert!(after < before + MEMORY, "{before} bytes before, {after} after");
    server.end();
}

/// Each connection makes its share of the calls, one after the other; what it gets must be what it asked for.
fn run(server: &HttpServer, calls: u64) {
    std::thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            scope.spawn(move || {
                let mut client = server.connect();
                let share = calls / CONNECTIONS + u64::from(connection < calls % CONNECTIONS);
                for call in 0..share {
                    let text = format!("c{connection} n{call}");
                    let params = json!({"name": "word_list", "arguments": {"text": text}});
                    let answer = if call % 2 == 0 {
                        client.modern("tools/call", params)
                    } else {
                        client.request("tools/call", params)
                    };
                    let said = answer.result()["content"][0]["text"].clone();
                    assert_eq!(said, format!("[\"c{connection}\",\"n{call}\"]"));
                }
            });
        }
    });
}

/// Bytes of memory that a process has.
fn resident(pid: u32) -> u64 {
    let pages = fs::read_to_string(format!("/proc/{pid}/statm")).expect("Linux");
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.expect("a number") * 4096
}
