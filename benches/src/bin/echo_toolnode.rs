//! Two functions served by toolnode; `echo_rmcp` is the same by hand.
#![allow(clippy::unused_async, reason = "async is what is measured")]

use schemars::JsonSchema;
use serde::Serialize;
use toolnode::tool;

/// An echo: gives back the text.
#[tool(satisfies = "echo", read_only)]
async fn echo_get(
    /// The text to return.
    text: String,
) -> String {
    text
}

/// What two numbers make.
#[derive(Serialize, JsonSchema)]
struct Sum {
    /// The sum.
    sum: i64,
}

/// A sum: adds two integers.
#[tool(satisfies = "echo", read_only)]
async fn sum_get(
    /// First addend.
    a: i64,
    /// Second addend.
    b: i64,
) -> Sum {
    Sum { sum: a.saturating_add(b) }
}

/// An echo that may block: gives back the text from a thread.
#[tool(satisfies = "echo", read_only)]
fn blocking_echo_get(
    /// The text to return.
    text: String,
) -> String {
    text
}

/// A command: does nothing and ends well.
#[tool(shell = "/bin/true", satisfies = "echo", read_only)]
fn nothing_run();

toolnode::main!();
