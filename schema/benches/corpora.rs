//! What a comparison costs, and how often it is decided, by corpus: `cargo bench -p toolnode-schema`.

#![allow(clippy::print_stdout, reason = "it prints figures")]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Tally, records};

fn main() {
    println!(
        "{:<30} {:>10} {:>8} {:>8} {:>6} {:>10} {:>10} {:>10}",
        "corpus", "directions", "decided", "unknown", "wrong", "median", "p95", "most"
    );
    let details = std::env::args().any(|argument| argument == "--details");
    for corpus in ["pairs.jsonl", "containment-2020-12.jsonl", "containment-draft-07.jsonl"] {
        let tally = Tally::of(&records(corpus));
        let decided = tally.decided();
        println!(
            "{corpus:<30} {:>10} {decided:>8} {:>8} {:>6} {:>10.1?} {:>10.1?} {:>10.1?}",
            tally.directions(),
            tally.unknown.len(),
            tally.wrong.len(),
            tally.time(50),
            tally.time(95),
            tally.time(100),
        );
        if details {
            for line in tally
                .wrong
                .iter()
                .map(|line| format!("wrong {line}"))
                .chain(tally.unknown.iter().map(|line| format!("unknown {line}")))
            {
                println!("  {line}");
            }
        }
    }
}
