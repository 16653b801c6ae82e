//! The tool node as it is written: field names and shapes are the contract of the file format.
//!
//! The serde and schemars derives below are the authority: the readers validate a file against the
//! schema that schemars derives from them, and serde builds the value.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One declared way to exercise a capability; the only source of truth for the tool that is served.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("patternProperties" = { "^x-": true }, "additionalProperties" = false))]
pub struct ToolNode {
    /// Stable key, `[a-z][a-z0-9-]*`; the served name is derived from it.
    pub id: String,
    /// Name shown to people. It is not served when it repeats the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the tool does: the served description, word for word.
    pub summary: String,
    /// Skills that this tool makes possible: one or more.
    #[schemars(length(min = 1))]
    pub satisfies: Vec<String>,
    /// The ways to run it.
    pub invoke: Invoke,
    /// What must hold on the host before it can run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub requires: Requires,
    /// Inputs and outputs.
    #[serde(default)]
    pub io: Io,
    /// Hints for clients, served as MCP tool annotations.
    #[serde(default, skip_serializing_if = "is_default")]
    pub annotations: Annotations,
    /// Limits of one call.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limits: Limits,
    /// What exit statuses mean.
    #[serde(default, skip_serializing_if = "is_default")]
    pub exit: Exit,
    /// Calls that are known to work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
    /// How to install it. Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install: Option<Value>,
    /// When to choose it. Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Value>,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedies: Option<Value>,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maintains: Option<Value>,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renders: Option<Value>,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subprocesses: Option<Value>,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub downstream: Option<Value>,
    /// Keys that begin with `x-`. Carried, not interpreted.
    #[serde(flatten)]
    pub extensions: BTreeMap<String, Value>,
}

/// The arms: the ways in which a tool can be run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invoke {
    /// A function linked into the binary.
    #[serde(rename = "inProcess", default, skip_serializing_if = "Option::is_none")]
    pub in_process: Option<InProcess>,
    /// The fixed words of a command. No shell is involved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<Shell>,
    /// Puts `--` between flags and positionals, for programs that honour it (POSIX XBD 12.2, guideline 10).
    #[serde(default, skip_serializing_if = "is_default")]
    pub terminator: bool,
    /// A command in a container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<Container>,
    /// A tool that another MCP server already serves. Never projected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<McpTool>,
    /// Done by hand. Never projected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manual: Option<bool>,
}

/// The fixed words of a command: one string, split by POSIX quoting rules without expansion, or a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Shell {
    /// Words in one string.
    Line(String),
    /// Words as they are.
    Words(Vec<String>),
}

/// A function linked into the binary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InProcess {
    /// The function's path, `crate::module::function`.
    pub module: String,
    /// Carried, not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<Value>,
}

/// A command in a container. The image brings the programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Container {
    /// Name of an image that is present; it is never pulled at a call.
    pub image: String,
    /// The fixed words of the command; without it the image's own entry point runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Shell>,
    /// Folders of the instance to mount, instead of the whole instance read-only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mounts: Vec<String>,
    /// User inside the container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
}

/// A tool that another MCP server serves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct McpTool {
    /// Its name there.
    pub tool: String,
}

/// Preconditions on the host. They become start-up checks, never tools.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Requires {
    /// Operating systems on which it runs (`linux`, `macos`, …); empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub os: Vec<String>,
    /// Programs on PATH, or probes named in `toolnode.toml`; judged for the `shell` arm only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runtime: Vec<String>,
    /// Whether it needs a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<bool>,
    /// Environment variables that must be set; they are passed to the command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// Permissions that the actor must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<String>,
}

/// Inputs and outputs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Io {
    /// What the tool takes; empty: nothing.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// What it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Output>,
    /// What the command prints.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stdout: Stdout,
    /// Media type of the output, with `stdout = "bytes"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
}

/// One input port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Name of the property in the served schema.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Absolute IRI of a shared type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Short name of a shared type: this instance's, then the built-in vocabulary's.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Whether a call must give it. Always written.
    pub required: bool,
    /// Whether it is a list.
    #[serde(default, skip_serializing_if = "is_default")]
    pub repeated: bool,
    /// Value when a call leaves it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Whether records keep a keyed digest in its place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub secret: bool,
    /// What it is; served with the property.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Name of the header, behind `Mcp-Param-`, in which clients repeat it; served as `x-mcp-header` (MCP 2026-07-28).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// How it reaches a command. Without it, it is validated and passed to nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arg: Option<Arg>,
}

/// How an input reaches a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Arg {
    /// A flag, then the value as the next word, or joined by `=`; a bare flag for a boolean.
    Flag(FlagArg),
    /// A word at a place.
    Positional(PositionalArg),
    /// Standard input.
    Stdin(StdinArg),
}

/// `{ flag = "--x", joined = true? }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagArg {
    /// The flag, with its dashes.
    pub flag: String,
    /// `--flag=value` in one word; long flags only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub joined: bool,
}

/// `{ positional = N, lead = ["@"]? }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionalArg {
    /// Place among the positionals, from 0.
    pub positional: u32,
    /// Leading characters that are admitted although programs give them a meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lead: Vec<String>,
}

/// `{ stdin = true }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StdinArg {
    /// Always `true`.
    #[schemars(extend("const" = true))]
    pub stdin: bool,
}

/// One output port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Name of the port.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Absolute IRI of a shared type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Short name of a shared type.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    /// Whether it is always there.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub required: bool,
    /// Whether the port is the whole value rather than a property of an object.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whole: bool,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What a command prints on standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stdout {
    /// Text for people and models.
    #[default]
    Text,
    /// One JSON value that matches the outputs.
    Json,
    /// One JSON value a line.
    Jsonl,
    /// Bytes of `media_type`.
    Bytes,
}

/// Hints for clients (MCP `ToolAnnotations`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Annotations {
    /// It changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling it again with the same input changes nothing more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches things outside the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

/// Limits of one call; where absent, the deployment's or the default holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Seconds until a call is ended; default 60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 31_536_000.0))]
    pub seconds: Option<f64>,
    /// Bytes of output that are kept; default 1 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub output_bytes: Option<u64>,
    /// Bytes of standard input that are taken; default 16 MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub stdin_bytes: Option<u64>,
    /// Calls that may run at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub concurrent: Option<u32>,
    /// Calls that may begin within a minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub per_minute: Option<u32>,
}

/// What exit statuses mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// Statuses that are success; default `[0]`.
    #[serde(default = "zero")]
    pub ok: Vec<u8>,
    /// Statuses that mean that nothing can be said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undetermined: Vec<u8>,
}

/// A call that is known to work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Name of the example.
    pub name: String,
    /// Its input.
    #[serde(default)]
    pub input: serde_json::Map<String, Value>,
    /// What to expect; that it runs, where nothing is said.
    #[serde(default, skip_serializing_if = "is_default")]
    pub expect: Expect,
}

/// What an example expects of the answer. All that is said must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// How it ends.
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: ExpectedStatus,
    /// The whole output: text, or the value that it is as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<Value>,
    /// Texts that are in the output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contains: Vec<String>,
    /// A part of the output as JSON: of an object the members that are named, of a list the elements in any order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subset: Option<Value>,
    /// A JSON Schema of the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<Value>,
}

/// How an example ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedStatus {
    /// With a result.
    #[default]
    Ran,
    /// With an error that the caller can act on.
    Failed,
}

impl Default for Exit {
    fn default() -> Self {
        Self { ok: zero(), undetermined: Vec::new() }
    }
}

fn zero() -> Vec<u8> {
    vec![0]
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_true(value: &bool) -> bool {
    *value
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
