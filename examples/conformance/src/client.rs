//! What a tool sees of its client.

use std::thread::sleep;
use std::time::Duration;

use toolnode::{Context, LogLevel, ProtocolError, tool};

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

/// A call that takes a while: until it is cancelled.
#[tool(satisfies = "conformance", read_only, allow_name = "the suite's names are none of ours")]
async fn test_cancellation(context: &Context) -> &'static str {
    context.progress(1.0, None, Some("waiting"));
    context.cancelled().await;
    "cancelled"
}
