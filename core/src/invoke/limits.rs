//! How much one call, and all calls together, may take.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::project::Node;

/// What a deployment allows; where it says nothing, the node's own limits hold, then the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds until a call is ended. Default: 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 31_536_000.0))]
    pub seconds: Option<f64>,
    /// Bytes that are kept of each stream that a command prints. Default: 1 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub output_bytes: Option<u64>,
    /// Bytes that a command takes on standard input. Default: 16 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub stdin_bytes: Option<u64>,
    /// Calls that run at once. Default: 64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub concurrent: Option<u32>,
    /// Calls that wait for others to end; one more is refused as `busy`. Default: 256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<u32>,
}

impl Limits {
    /// These, and where they say nothing the others.
    #[must_use]
    pub(crate) fn or(self, other: &Self) -> Self {
        Self {
            seconds: self.seconds.or(other.seconds),
            output_bytes: self.output_bytes.or(other.output_bytes),
            stdin_bytes: self.stdin_bytes.or(other.stdin_bytes),
            concurrent: self.concurrent.or(other.concurrent),
            queue: self.queue.or(other.queue),
        }
    }
}

/// Bytes that every result may have.
const LEAST_RESULT: usize = 64 << 10;

/// The limits of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallLimits {
    pub(crate) time: Duration,
    pub(crate) output_bytes: usize,
    pub(crate) stdin_bytes: usize,
}

impl CallLimits {
    /// Of what node, deployment and call say, the least; where nobody says anything, the default.
    pub(crate) fn of(node: &Node, deployment: &Limits, call: Option<Duration>) -> Self {
        let declared = &node.entry.node.limits;
        let time = |seconds: Option<f64>| seconds.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let time = [time(declared.seconds), time(deployment.seconds), call];
        let bytes = |node: Option<u64>, deployment: Option<u64>, default: usize| {
            let least = [node, deployment].into_iter().flatten().min();
            least.map_or(default, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX))
        };
        Self {
            time: time.into_iter().flatten().min().unwrap_or(Duration::from_mins(1)),
            output_bytes: bytes(declared.output_bytes, deployment.output_bytes, 1 << 20),
            stdin_bytes: bytes(declared.stdin_bytes, deployment.stdin_bytes, 16 << 20),
        }
    }

    /// Bytes of a whole result: what is printed comes as text and, with JSON, as structured content; bytes grow by a third.
    /// However little may be printed, there is room to say what went wrong.
    pub(crate) fn result_bytes(&self) -> usize {
        self.output_bytes.saturating_mul(4).max(LEAST_RESULT)
    }
}
