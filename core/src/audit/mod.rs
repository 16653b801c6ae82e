//! The record: who ran what, with which input, and how it ended; and the log that keeps it.

mod chain;
mod digest;
mod files;
mod line;
mod log;
mod open;
mod read;
mod record;
mod stats;
mod verification;
mod verify;
mod writer;

pub use digest::node_digest;
pub(crate) use digest::{Key, output_digest};
pub(crate) use line::{Event, Exercised};
pub use log::{Log, LogError, Settings};
pub use read::{Filter, ReadError, records};
pub(crate) use record::check_skill;
pub use record::{
    By, Invocation, NOT_CONFIGURED, Outcome, OutputDigest, Process, Record, RecordError,
    record_invocation, schema,
};
pub use stats::{Stats, ToolStats};
pub use verification::{Standing, Verification, Verifications};
pub use verify::{Breach, Verified, VerifyError, verify};

/// The time as records have it: RFC 3339, UTC, to the microsecond.
pub(crate) fn now() -> String {
    format!("{:.6}", jiff::Timestamp::now())
}

/// An event as the members of a line.
pub(crate) fn members(event: &Event, buffer: &mut Vec<u8>) {
    line::members(event, buffer);
}
