//! The record of one invocation. The derives are the authority for its JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::digest::node_digest;
use crate::project::Node;
use crate::source;

/// One invocation of a tool, whether it ran or was refused. It holds neither the output nor the raw request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// UUID, version 7: ids sort by time.
    pub id: String,
    /// The node's id.
    pub tool: String,
    /// The name under which it was served.
    pub name: String,
    /// SHA-256 of the node and of the schemas that were served; hexadecimal.
    pub digest: String,
    /// The instance that owns the node.
    pub instance: String,
    /// Its version.
    pub version: String,
    /// The arm: `inProcess`, `shell` or `container`.
    pub arm: String,
    /// The skill that was exercised, where one was named or implied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Who called.
    #[serde(default, skip_serializing_if = "By::is_empty")]
    pub by: By,
    /// SHA-256 of the roles by which the call was judged, or `not configured`.
    pub authority: String,
    /// What the call was part of, as the caller says.
    #[serde(default, skip_serializing_if = "Process::is_empty")]
    pub context: Process,
    /// The example of the node that was exercised, where the call was no caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// The inputs as they were parsed, defaults included; a secret one as `{"hmac-sha256": …}`. Empty where they were refused.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub inputs: Map<String, Value>,
    /// The program and its words; absent where a function ran or nothing was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv: Option<Vec<String>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended so; always there except where it ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Exit status of the command, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// When it began: RFC 3339, UTC.
    pub started: String,
    /// When it ended; absent where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
    /// What it put out, by size and digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputDigest>,
}

/// Who called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct By {
    /// The actor, as the deployment or the token says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// The role that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The actor's version, where the roles file has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// What a call is part of, as the caller says in `_meta`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Process {
    /// `toolnode/process`: the process, such as a release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// `toolnode/task`: the task in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// `toolnode/instance`: which run of the process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
}

/// How an invocation ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It ran, and succeeded.
    Ran,
    /// It ran, and failed.
    Failed,
    /// The caller may not; nothing ran.
    RefusedPermission,
    /// The input does not match the declaration; nothing ran.
    RefusedInput,
    /// It was not let in; nothing ran.
    Unavailable,
    /// It ran into its time limit.
    TimedOut,
    /// The caller no longer waited.
    Cancelled,
    /// Nobody knows: the tool says so, or there is a start without an end.
    Undetermined,
}

/// An output, without the output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputDigest {
    /// Bytes of its content.
    pub bytes: u64,
    /// SHA-256 of its content, block after block; hexadecimal.
    pub sha256: String,
}

/// What is to be recorded.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The skill that was exercised, where one is known.
    pub skill: Option<String>,
    /// Who called.
    pub by: By,
    /// SHA-256 of the roles by which the call was judged, where there are some.
    pub authority: Option<String>,
    /// What the call was part of.
    pub context: Process,
    /// The inputs as they were parsed, secret ones replaced.
    pub inputs: Map<String, Value>,
    /// The program and its words.
    pub argv: Option<Vec<String>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended so; required for all but [`Outcome::Ran`].
    pub reason: Option<String>,
    /// Exit status of the command.
    pub exit: Option<i32>,
    /// When it began: RFC 3339.
    pub started: String,
    /// When it ended: RFC 3339.
    pub finished: Option<String>,
    /// What it put out.
    pub output: Option<OutputDigest>,
}

/// An invocation of which there can be no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The node does not satisfy the skill.
    #[error("{tool} does not satisfy the skill {skill:?}; it satisfies {}", source::listed(.satisfies))]
    NotSatisfied {
        /// The node.
        tool: String,
        /// The skill that was named.
        skill: String,
        /// Those that it satisfies.
        satisfies: Vec<String>,
    },
    /// There is no reason.
    #[error("the outcome `{}` needs a reason", .0.as_str())]
    NoReason(Outcome),
}

/// Makes the record of an invocation of a node. [`Log::append`](super::Log::append) keeps it.
///
/// # Errors
///
/// The node does not satisfy the skill, or it did not run and there is no reason.
pub fn record_invocation(node: &Node, invocation: Invocation) -> Result<Record, RecordError> {
    let declared = &node.entry.node;
    if let Some(skill) = &invocation.skill {
        check_skill(node, skill)?;
    }
    let has_reason = invocation.reason.as_ref().is_some_and(|reason| !reason.trim().is_empty());
    if invocation.outcome != Outcome::Ran && !has_reason {
        return Err(RecordError::NoReason(invocation.outcome));
    }
    Ok(Record {
        id: uuid::Uuid::now_v7().to_string(),
        tool: declared.id.clone(),
        name: node.name.clone(),
        digest: node_digest(node),
        instance: node.entry.instance.name.clone(),
        version: node.entry.instance.version.clone(),
        arm: node.arm.kind().as_str().to_owned(),
        skill: invocation.skill,
        by: invocation.by,
        authority: invocation.authority.unwrap_or_else(|| NOT_CONFIGURED.to_owned()),
        context: invocation.context,
        example: None,
        inputs: invocation.inputs,
        argv: invocation.argv,
        outcome: invocation.outcome,
        reason: invocation.reason,
        exit: invocation.exit,
        started: invocation.started,
        finished: invocation.finished,
        output: invocation.output,
    })
}

/// What a record says of authority where there are no roles.
pub const NOT_CONFIGURED: &str = "not configured";

/// Whether a node satisfies a skill.
pub(crate) fn check_skill(node: &Node, skill: &str) -> Result<(), RecordError> {
    let declared = &node.entry.node;
    if declared.satisfies.iter().any(|satisfied| satisfied == skill) {
        return Ok(());
    }
    Err(RecordError::NotSatisfied {
        tool: declared.id.clone(),
        skill: skill.to_owned(),
        satisfies: declared.satisfies.clone(),
    })
}

/// The JSON Schema (2020-12) of a record, derived from [`Record`].
pub fn schema() -> Value {
    source::generate::<Record>()
}

impl By {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Process {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Outcome {
    /// The outcome as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ran => "ran",
            Self::Failed => "failed",
            Self::RefusedPermission => "refused-permission",
            Self::RefusedInput => "refused-input",
            Self::Unavailable => "unavailable",
            Self::TimedOut => "timed-out",
            Self::Cancelled => "cancelled",
            Self::Undetermined => "undetermined",
        }
    }
}
