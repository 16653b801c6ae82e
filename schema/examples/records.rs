//! Answers records of pairs, a line each: `cargo run -p toolnode-schema --example records < pairs.jsonl`.
#![allow(clippy::print_stdout, reason = "it prints answers")]

use std::io::BufRead;

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let answer = toolnode_schema::answer(&line?);
        println!("{}", serde_json::Value::Object(answer));
    }
    Ok(())
}
