//! A roles file as it is written. The derives are the authority, as for a node.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a roles file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RolesFile {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What actors may hold and tools may require.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub permissions: Vec<Permission>,
    /// Who may call.
    #[serde(default)]
    pub actors: Vec<Actor>,
    /// In which capacity.
    #[serde(default)]
    pub roles: Vec<Role>,
}

/// Something that an actor may be allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Permission {
    /// Its name, as nodes and actors have it.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Broader permissions: whoever holds one of them holds this one, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub included_in: Vec<String>,
}

/// Somebody, or something, that calls tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Actor {
    /// Its name, as deployments and tokens have it.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is.
    pub kind: ActorKind,
    /// Which version of it, where it is a program; kept in each record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The roles that it may take; none where the list is empty.
    #[serde(default)]
    pub roles: Vec<String>,
    /// The permissions that it holds, in any role.
    #[serde(default)]
    pub permissions: Vec<String>,
}

/// What an actor is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// A human being.
    Person,
    /// A model that acts.
    Agent,
    /// A program that acts by rules.
    System,
    /// Somebody or something outside.
    External,
}

/// A capacity in which actors use skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Role {
    /// Its name.
    #[schemars(length(min = 1))]
    pub id: String,
    /// Name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The skills that it carries, beside those that it inherits.
    #[serde(default)]
    pub skills: Vec<String>,
    /// Roles whose skills it carries, too; never whom they admit.
    #[serde(default)]
    pub inherits: Vec<String>,
    /// What an actor must be to take it.
    #[schemars(length(min = 1))]
    pub actor_kinds: Vec<ActorKind>,
}

impl ActorKind {
    /// The kind as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
            Self::System => "system",
            Self::External => "external",
        }
    }
}
