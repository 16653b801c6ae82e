//! What every call goes through: the decision whether it is allowed, and the record of it.

mod call;
mod caller;
mod kept;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use crate::audit::{Exercised, Log, LogError, Settings, node_digest, now};
use crate::authority::{Ask, Roles, decide, may_call};
use crate::deploy::Caller;
use crate::invoke::Refusal;
use crate::project::{Node, Projection};

/// How the calls of one service are judged and recorded.
#[derive(Debug)]
pub struct Policy {
    roles: Option<Roles>,
    log: Option<Log>,
    caller: Caller,
    /// What every record of a node begins with, by served name.
    heads: HashMap<String, Vec<u8>>,
    /// Where calls are examples, which say so in their `_meta`: why the last one was refused, if it was.
    exercising: Option<Mutex<Option<Refusal>>>,
    /// Whether nothing is called at all.
    closed: bool,
}

impl Policy {
    /// The key of a request's `_meta` by which a caller says its role.
    pub const ROLE: &str = "toolnode/role";
    /// The key by which it says the skill that it exercises.
    pub const SKILL: &str = "toolnode/skill";
    /// The key by which a service that exercises examples is told which one it is; nobody else listens to it.
    pub(crate) const EXAMPLE: &str = "toolnode/example";

    /// The policy of a deployment: its roles, who calls where the transport does not say it, and where calls are recorded.
    ///
    /// # Errors
    ///
    /// The log cannot be written, so that no call could be recorded.
    pub fn new(
        projection: &Projection,
        roles: Option<Roles>,
        caller: Caller,
        log: Option<Settings>,
    ) -> Result<Self, LogError> {
        let log = match log {
            Some(mut settings) => {
                settings.authority = roles.as_ref().map(|roles| roles.digest().to_owned());
                Some(Log::open(settings)?)
            }
            None => None,
        };
        let heads = match log {
            Some(_) => projection.nodes.iter().map(|n| (n.name.clone(), kept::head(n))).collect(),
            None => HashMap::new(),
        };
        Ok(Self { roles, log, caller, heads, exercising: None, closed: false })
    }

    /// Of a service that lists and runs nothing: it shows everything, and records nothing since there is nothing to record.
    pub fn closed() -> Self {
        Self {
            roles: None,
            log: None,
            caller: Caller::default(),
            heads: HashMap::new(),
            exercising: None,
            closed: true,
        }
    }

    /// The same for a service that exercises examples.
    #[must_use]
    pub fn exercising(self) -> Self {
        Self { exercising: Some(Mutex::default()), ..self }
    }

    /// Whether a call has to go through it at all.
    pub fn is_needed(&self) -> bool {
        self.closed || self.roles.is_some() || self.log.is_some() || self.exercising.is_some()
    }

    /// Whether calls are recorded.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn records(&self) -> bool {
        self.log.is_some()
    }

    /// Keeps why an example was refused, for whoever exercises it: an answer tells a refusal and a failure alike.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn remember(&self, refusal: &Refusal) {
        if let Some(last) = &self.exercising {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal.clone());
        }
    }

    /// Why the last example was refused, if it was; it is told once.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn last_refusal(&self) -> Option<Refusal> {
        self.exercising.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The role and the skill by which the deployment's caller may call a node, where it may: the first of those that are possible.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn way<'a>(&'a self, node: &'a Node) -> Option<(&'a str, &'a str)> {
        let roles = self.roles.as_ref()?;
        let actor = self.caller.actor.as_deref();
        let own = actor.and_then(|actor| roles.actor(actor)).map(|actor| actor.roles.as_slice());
        let own = own.unwrap_or_default().iter().map(String::as_str);
        let said = self.caller.role.as_deref();
        own.filter(|own| said.is_none_or(|said| said == *own)).find_map(|role| {
            let mut skills = entry_node(node).satisfies.iter().map(String::as_str);
            let skill = skills.find(|skill| {
                let ask = Ask { actor, role: Some(role), skill: Some(skill) };
                decide(roles, ask, entry_node(node).into()).allowed()
            });
            skill.map(|skill| (role, skill))
        })
    }

    /// Records what an example showed, where calls are recorded.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn exercised(
        &self,
        node: &Node,
        example: &str,
        passed: bool,
    ) -> Result<(), LogError> {
        let Some(log) = &self.log else { return Ok(()) };
        log.exercised(Exercised {
            at: now(),
            instance: node.entry.instance.name.clone(),
            tool: entry_node(node).id.clone(),
            digest: node_digest(node),
            example: example.to_owned(),
            passed,
        })
    }

    /// Has the disk keep what is on record so far.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "services alone need it"))]
    pub(crate) fn keep_record(&self) {
        if let Some(log) = &self.log {
            log.keep();
        }
    }

    /// Whether there are roles by which a caller is judged.
    pub fn has_roles(&self) -> bool {
        self.roles.is_some()
    }

    /// Whether a listing shows a node to a caller: it may call it, by one skill or another.
    pub fn shows(&self, node: &Node, actor: Option<&str>, role: Option<&str>) -> bool {
        let Some(roles) = &self.roles else { return true };
        let (actor, usual) = self.known(actor);
        may_call(roles, actor, role.or(usual), entry_node(node).into())
    }

    /// Who calls, and in which role where nobody names one. What the deployment says holds only where the transport proves
    /// nothing: a role of its caller is none of whoever showed a token.
    fn known<'a>(&'a self, proven: Option<&'a str>) -> (Option<&'a str>, Option<&'a str>) {
        match proven {
            Some(actor) => (Some(actor), None),
            None => (self.caller.actor.as_deref(), self.caller.role.as_deref()),
        }
    }

    /// What holds, in lines for people.
    pub fn report(&self) -> String {
        let mut text = match &self.roles {
            Some(roles) => {
                let file = roles.file();
                format!("authority: {} actors, {} roles", file.actors.len(), file.roles.len())
            }
            None => "authority: not configured; every caller may call every tool".to_owned(),
        };
        let who = [("actor", &self.caller.actor), ("role", &self.caller.role)];
        for (what, name) in who {
            if let Some(name) = name {
                let _ = write!(text, ", {what} {name}");
            }
        }
        match &self.log {
            Some(log) => {
                let _ = write!(text, "\nrecord: {}", log.describe());
                if let Some(repaired) = log.repaired() {
                    let _ = write!(text, "\nrecord: {repaired}");
                }
            }
            None => text.push_str("\nrecord: not configured"),
        }
        text
    }
}

fn entry_node(node: &Node) -> &crate::node::ToolNode {
    &node.entry.node
}
