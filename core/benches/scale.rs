//! What `list` costs with many nodes: time against the number of nodes, and memory a node.
//!
//! ```text
//! cargo bench -p toolnode --bench scale
//! ```
//!
//! Prints the ratio of 10,000 nodes to 1,000 (linear is 10), and KiB of memory a node.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "it prints figures")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::write_instance;
use nix::sys::resource::{UsageWho, getrusage};

const ROUNDS: usize = 3;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (small, large) = (folder.path().join("small"), folder.path().join("large"));
    write_instance(&small, 1_000);
    write_instance(&large, 10_000);

    // The largest child so far: the small instance goes first.
    let small_time = list(&small);
    let small_memory = children_kib();
    let large_time = list(&large);
    let large_memory = children_kib();

    println!(" 1,000 nodes: {small_time:?}, {small_memory} KiB");
    println!("10,000 nodes: {large_time:?}, {large_memory} KiB");
    println!("time ratio: {:.2} (at most 12)", large_time.as_secs_f64() / small_time.as_secs_f64());
    println!(
        "memory a node: {:.1} KiB (at most 20)",
        (large_memory - small_memory) as f64 / 9_000.0
    );
}

/// The quickest of a few runs.
fn list(instance: &Path) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            let status = Command::new(env!("CARGO_BIN_EXE_toolnode"))
                .args(["list", "--json", "--instance"])
                .arg(instance)
                .stdout(Stdio::null())
                .status()
                .expect("the binary runs");
            assert!(status.success());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn children_kib() -> i64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).expect("getrusage").max_rss()
}
