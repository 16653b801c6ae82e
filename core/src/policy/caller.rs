//! Who calls: what the transport proves, then what the deployment says; never what the caller says of itself.

use serde_json::Value;
use toolnode_rules::text::unprintable;

use super::Policy;
use crate::audit::{By, Process};
use crate::authority::Ask;
use crate::invoke::Refusal;
use crate::project::Node;
use crate::registry::CallHost;

/// Who calls, in which capacity, and as part of what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caller<'a> {
    pub(super) actor: Option<&'a str>,
    pub(super) role: Option<&'a str>,
    pub(super) skill: Option<&'a str>,
    pub(super) process: Option<&'a str>,
    pub(super) task: Option<&'a str>,
    pub(super) instance: Option<&'a str>,
    pub(super) example: Option<&'a str>,
}

/// Characters that a name in `_meta` may have. It is kept in the record of each call.
const MOST: usize = 200;

impl<'a> Caller<'a> {
    /// # Errors
    ///
    /// A key of `_meta` holds something that is no name.
    pub(super) fn of(
        policy: &'a Policy,
        node: &Node,
        host: &'a dyn CallHost,
    ) -> Result<Self, Refusal> {
        let named = |key: &str| named(node, host, key);
        let (actor, role) = policy.known(host.actor());
        Ok(Self {
            actor,
            role: named(Policy::ROLE)?.or(role),
            skill: named(Policy::SKILL)?,
            process: named("toolnode/process")?,
            task: named("toolnode/task")?,
            instance: named("toolnode/instance")?,
            example: if policy.exercising.is_some() { named(Policy::EXAMPLE)? } else { None },
        })
    }

    pub(super) fn ask(&self) -> Ask<'a> {
        Ask { actor: self.actor, role: self.role, skill: self.skill }
    }

    pub(super) fn by(&self, policy: &Policy) -> By {
        let actor = policy.roles.as_ref().zip(self.actor).and_then(|(roles, id)| roles.actor(id));
        By {
            actor: self.actor.map(str::to_owned),
            role: self.role.map(str::to_owned),
            version: actor.and_then(|actor| actor.version.clone()),
        }
    }

    pub(super) fn context(&self) -> Process {
        Process {
            process: self.process.map(str::to_owned),
            task: self.task.map(str::to_owned),
            instance: self.instance.map(str::to_owned),
        }
    }
}

fn named<'a>(node: &Node, host: &'a dyn CallHost, key: &str) -> Result<Option<&'a str>, Refusal> {
    let refused = |what: &str| {
        Err(Refusal::input(format!("{} was not called: `{key}` in _meta {what}", node.name)))
    };
    match host.meta(key) {
        None => Ok(None),
        Some(Value::String(name)) if name.is_empty() => refused("is empty; leave it out"),
        Some(Value::String(name)) if name.chars().count() > MOST => {
            refused(&format!("has more than {MOST} characters"))
        }
        // It stands in messages and in the record, which people read in terminals.
        Some(Value::String(name)) => match unprintable(name) {
            Some((_, character)) => refused(&format!(
                "has a character that is not seen (U+{:04X})",
                u32::from(character)
            )),
            None => Ok(Some(name)),
        },
        Some(_) => refused("must be a string"),
    }
}
