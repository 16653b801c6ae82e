//! `toolnode.toml` as it is written. The derives are the authority, as for a node.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What `toolnode.toml` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// What the instance is called.
    #[serde(rename = "instance")]
    pub identity: Identity,
    /// Where its parts are.
    #[serde(default)]
    pub paths: Paths,
    /// Other instances whose nodes, skills and types it takes in, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dependencies: BTreeMap<String, Dependency>,
    /// Verbs that its names use beside the closed set, each with the reason for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub verbs: BTreeMap<String, String>,
    /// How strict `check` is.
    #[serde(default)]
    pub lints: Lints,
    /// Programs that are found by running something rather than by looking on PATH, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub runtimes: BTreeMap<String, Runtime>,
    /// What must be linked into the binary that serves the instance.
    #[serde(default)]
    pub in_process: Expected,
}

/// `[instance]`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Name of the instance, `[a-z][a-z0-9-]*`.
    pub name: String,
    /// Version of the service that it makes; a breaking change of a tool raises it.
    #[schemars(length(min = 1))]
    pub version: String,
    /// Name shown to people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// IRI under which its types are named; without it `urn:toolnode:instance:<name>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Put before the served names of its tools, with `_`, wherever they are served.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

/// `[paths]`, each inside the instance's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paths {
    /// Folders of nodes.
    #[serde(default = "default_tools")]
    pub tools: Vec<String>,
    /// Folders of skills.
    #[serde(default = "default_skills")]
    pub skills: Vec<String>,
    /// Types documents.
    #[serde(default = "default_types")]
    pub types: Vec<String>,
    /// Actors, roles and permissions; without it `roles.json`, `.toml`, `.yaml` or `.yml`, whichever is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<String>,
}

/// One of `[dependencies]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dependency {
    /// Folder of the other instance, from this one's.
    pub path: String,
}

/// `[lints]`. They act in `check` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lints {
    /// A name that is not `<subject>_<verb>` with a known verb; default `deny`.
    #[serde(default = "deny")]
    pub names: LintLevel,
    /// A skill that no served tool satisfies; default `warn`, since a skill may be done by hand.
    #[serde(default = "warn")]
    pub unsatisfied: LintLevel,
}

/// What a finding of a lint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LintLevel {
    /// An error.
    Deny,
    /// A warning.
    Warn,
}

/// One of `[runtimes]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Runtime {
    /// The words of a command that succeeds where the runtime is there.
    #[schemars(length(min = 1))]
    pub probe: Vec<String>,
}

/// `[in_process]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Functions that must be linked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<String>,
}

impl Instance {
    /// The IRI under which its types are named.
    pub fn base(&self) -> String {
        let default = || format!("urn:toolnode:instance:{}", self.identity.name);
        self.identity.base.clone().unwrap_or_else(default)
    }
}

impl Default for Paths {
    fn default() -> Self {
        Self {
            tools: default_tools(),
            skills: default_skills(),
            types: default_types(),
            roles: None,
        }
    }
}

impl Default for Lints {
    fn default() -> Self {
        Self { names: deny(), unsatisfied: warn() }
    }
}

fn default_tools() -> Vec<String> {
    vec!["tools".into()]
}

fn default_skills() -> Vec<String> {
    vec!["skills".into()]
}

fn default_types() -> Vec<String> {
    vec!["types.json".into()]
}

fn deny() -> LintLevel {
    LintLevel::Deny
}

fn warn() -> LintLevel {
    LintLevel::Warn
}
