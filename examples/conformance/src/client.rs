//! What a tool sees of its client.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use toolnode::{Context, LogLevel, ProtocolError, State, tool};

// ANCHOR: progress
/// A progress: half of it after 50 ms, all of it after 100.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_tool_with_progress(context: &Context) -> &'static str {
    for step in 0..3_u8 {
        if step > 0 {
            sleep(Duration::from_millis(50));
        }
        context.progress(f64::from(step) * 50.0, Some(100.0), None);
    }
    "all of it"
}
// ANCHOR_END: progress

// ANCHOR: require
/// A capability: the call needs a client that lends its model.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_missing_capability(context: &Context) -> Result<&'static str, ProtocolError> {
    context.require("sampling")?;
    Ok("the client declares sampling")
}
// ANCHOR_END: require

// ANCHOR: log
/// A message: told to a client that asked for messages.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_logging_tool(context: &Context) -> &'static str {
    context.log(LogLevel::Info, "the tool runs");
    "it ran"
}
// ANCHOR_END: log

/// A reconnection: none is needed, for a stream is not ended before its answer.
#[tool(satisfies = "conformance", read_only, allow_name = "the official suite calls it so")]
fn test_reconnection() -> &'static str {
    "answered in the stream in which it was asked"
}

/// How many calls ended before their tool did.
#[derive(Default)]
pub(crate) struct Cancelled(AtomicUsize);

// ANCHOR: cancel
/// A waiting: until the call is cancelled; the progress says that it has begun.
#[tool(satisfies = "conformance", verb_reason = "what is waited for is a cancellation")]
async fn waiting_await(context: &Context, cancelled: State<Cancelled>) -> &'static str {
    context.progress(1.0, None, Some("waiting"));
    context.cancelled().await;
    cancelled.0.fetch_add(1, Ordering::Relaxed);
    "cancelled"
}
// ANCHOR_END: cancel

/// A waiting: how many were cancelled since the server started.
#[tool(satisfies = "conformance", read_only)]
fn waiting_get(cancelled: State<Cancelled>) -> usize {
    cancelled.0.load(Ordering::Relaxed)
}
