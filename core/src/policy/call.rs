//! One call: decision, start in the record, run, end in the record.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::caller::Caller;
use super::kept::{self, Beginning};
use super::{Policy, entry_node};
use crate::audit::{
    Invocation, Log, LogError, NOT_CONFIGURED, Outcome, check_skill, now, record_invocation,
};
use crate::authority::decide;
use crate::invoke::{Prepared, Refusal, RefusalCode, Runner};
use crate::project::Node;
use crate::registry::{CallHost, Reply};

impl Policy {
    /// Runs a call, if it is allowed and can be recorded.
    ///
    /// # Errors
    ///
    /// The call is refused and nothing runs; that is recorded, too.
    pub async fn call(
        &self,
        runner: &Runner,
        node: &Node,
        arguments: Map<String, Value>,
        host: Arc<dyn CallHost>,
    ) -> Result<Reply, Refusal> {
        if self.closed {
            let why = format!("{} was not called: this server lists and runs nothing", node.name);
            return Err(Refusal::unavailable(why));
        }
        let lent = Arc::clone(&host);
        let mut caller = match Caller::of(self, node, lent.as_ref()) {
            Ok(caller) => caller,
            Err(refusal) => {
                return Err(self.refused(node, &self.actor_of(lent.as_ref()), refusal).await);
            }
        };
        if let Err(refusal) = self.judge(node, &mut caller) {
            return Err(self.refused(node, &caller, refusal).await);
        }
        let prepared = match runner.prepare(node, arguments, lent.as_ref()) {
            Ok(prepared) => prepared,
            Err(refusal) => return Err(self.refused(node, &caller, refusal).await),
        };
        let permit = match runner.admit(node, &prepared, lent.as_ref()).await {
            Ok(Some(permit)) => permit,
            Ok(None) => {
                let why = "the caller no longer waited when it could have begun";
                let kept = Box::pin(self.keep(node, &caller, Outcome::Cancelled, why)).await;
                kept.map_err(unrecorded(node))?;
                return Ok(Runner::not_begun(node));
            }
            Err(refusal) => return Err(self.refused(node, &caller, refusal).await),
        };
        let Some(log) = &self.log else {
            return Ok(runner.run(node, prepared, permit, host).await?.reply);
        };
        let begun = self.begin(log, node, &caller, &prepared).await.map_err(unrecorded(node))?;
        match runner.run(node, prepared, permit, host).await {
            Ok(ended) => {
                let kept = begun.end(|line, id, at| kept::ending(line, id, at, &ended)).await;
                match kept {
                    Ok(()) => Ok(ended.reply),
                    Err(error) => Ok(Reply::error(format!(
                        "{} ran, and its end could not be recorded, so its answer is held back: {error}",
                        node.name
                    ))),
                }
            }
            Err(refusal) => {
                let (outcome, why) = outcome_of(node, &refusal);
                // The caller is refused in any case.
                let _ = begun
                    .end(|line, id, at| kept::end(line, id, at, outcome, Some(&why), None, None))
                    .await;
                Err(refusal)
            }
        }
    }

    /// Refuses a call that came to nothing before it could be one, and records that; gives what the caller is told.
    #[cfg(feature = "cli")]
    pub(crate) async fn refuse(
        &self,
        node: &Node,
        host: &dyn CallHost,
        refusal: Refusal,
    ) -> Refusal {
        let (caller, refusal) = match Caller::of(self, node, host) {
            Ok(mut caller) => match self.judge(node, &mut caller) {
                Ok(()) => (caller, refusal),
                Err(denied) => (caller, denied),
            },
            Err(refusal) => (self.actor_of(host), refusal),
        };
        self.refused(node, &caller, refusal).await
    }

    /// Who calls is known, whatever the request says.
    fn actor_of<'a>(&'a self, host: &'a dyn CallHost) -> Caller<'a> {
        Caller { actor: self.known(host.actor()).0, ..Caller::default() }
    }

    /// What a record says of authority.
    pub(super) fn authority(&self) -> &str {
        self.roles.as_ref().map_or(NOT_CONFIGURED, |roles| roles.digest())
    }

    /// Whether the caller may; fills in what is implied.
    fn judge<'a>(&'a self, node: &'a Node, caller: &mut Caller<'a>) -> Result<(), Refusal> {
        if let Some(roles) = &self.roles {
            let decision = decide(roles, caller.ask(), entry_node(node).into());
            (caller.role, caller.skill) = (decision.role, decision.skill);
            return match &decision.denial {
                None => Ok(()),
                Some(denial) => {
                    Err(Refusal::permission(format!("{} was not called: {denial}", node.name)))
                }
            };
        }
        match (caller.skill, entry_node(node).satisfies.as_slice()) {
            (Some(skill), _) => check_skill(node, skill).map_err(|error| {
                Refusal::permission(format!("{} was not called: {error}", node.name))
            }),
            (None, [only]) => {
                caller.skill = Some(only);
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    async fn begin<'l>(
        &self,
        log: &'l Log,
        node: &Node,
        caller: &Caller<'_>,
        prepared: &Prepared,
    ) -> Result<Begun<'l>, LogError> {
        let begun = Begun { log, id: Uuid::now_v7(), ended: false };
        let mut id = Uuid::encode_buffer();
        let (id, started) = (&*begun.id.as_hyphenated().encode_lower(&mut id), now());
        let key = log.key();
        let beginning =
            Beginning { policy: self, node, caller, prepared, key, id, started: &started };
        match log.before(|line| beginning.write(line)).await {
            Ok(()) => Ok(begun),
            Err(error) => {
                // There is no start of it, so there must be no end either.
                begun.forget();
                Err(error)
            }
        }
    }

    /// Records a refusal, and gives what the caller is told. Boxed: most calls should not carry the room for it.
    fn refused<'a>(
        &'a self,
        node: &'a Node,
        caller: &'a Caller<'_>,
        refusal: Refusal,
    ) -> Pin<Box<dyn Future<Output = Refusal> + Send + 'a>> {
        Box::pin(async move {
            let (outcome, why) = outcome_of(node, &refusal);
            match self.keep(node, caller, outcome, &why).await {
                Ok(()) => refusal,
                Err(error) => unrecorded(node)(error),
            }
        })
    }

    /// Records a call that never ran.
    async fn keep(
        &self,
        node: &Node,
        caller: &Caller<'_>,
        outcome: Outcome,
        why: &str,
    ) -> Result<(), LogError> {
        let Some(log) = &self.log else { return Ok(()) };
        let at = now();
        // A skill that the node does not satisfy is part of the reason, and of nothing else.
        let skill = caller.skill.filter(|skill| check_skill(node, skill).is_ok());
        let invocation = Invocation {
            skill: skill.map(str::to_owned),
            by: caller.by(self),
            authority: self.roles.as_ref().map(|roles| roles.digest().to_owned()),
            context: caller.context(),
            inputs: Map::new(),
            argv: None,
            outcome,
            reason: Some(why.to_owned()),
            exit: None,
            started: at.clone(),
            finished: Some(at),
            output: None,
        };
        let Ok(mut record) = record_invocation(node, invocation) else { return Ok(()) };
        record.example = caller.example.map(str::to_owned);
        log.before(|line| kept::whole(line, record)).await
    }
}

/// A call whose start is in the log. Where nobody says how it ended, the caller has left it.
struct Begun<'l> {
    log: &'l Log,
    id: Uuid,
    ended: bool,
}

impl Begun<'_> {
    async fn end(mut self, body: impl FnOnce(&mut Vec<u8>, &str, &str)) -> Result<(), LogError> {
        self.ended = true;
        let (id, at) = (self.id, now());
        self.log
            .after(|line| {
                body(line, id.as_hyphenated().encode_lower(&mut Uuid::encode_buffer()), &at);
            })
            .await
    }

    fn forget(mut self) {
        self.ended = true;
    }
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        let (id, at) = (self.id.to_string(), now());
        let why = "the caller no longer waited, and it was left";
        self.log.note(|line| {
            kept::end(line, &id, &at, Outcome::Cancelled, Some(why), None, None);
        });
    }
}

/// What is recorded of a refusal. A message may hold parts of the request, so of inputs only the names that the node declares
/// are kept.
fn outcome_of(node: &Node, refusal: &Refusal) -> (Outcome, String) {
    match refusal.code {
        RefusalCode::Permission => (Outcome::RefusedPermission, refusal.message.clone()),
        RefusalCode::Unavailable | RefusalCode::Busy => {
            (Outcome::Unavailable, refusal.message.clone())
        }
        RefusalCode::Input => (Outcome::RefusedInput, refused_inputs(node, refusal)),
    }
}

fn refused_inputs(node: &Node, refusal: &Refusal) -> String {
    let declared = node.input_names();
    let names = refusal.inputs.iter().map(|bad| bad.name.as_str()).filter(|name| !name.is_empty());
    let (known, others): (Vec<_>, Vec<_>) = names.partition(|name| declared.contains(name));
    let others = match others.len() {
        0 => None,
        1 => Some("1 that is not declared".to_owned()),
        several => Some(format!("{several} that are not declared")),
    };
    let told: Vec<_> = known.into_iter().map(str::to_owned).chain(others).collect();
    if told.is_empty() {
        return "the request is not one that the tool takes".to_owned();
    }
    format!("refused inputs: {}", told.join(", "))
}

fn unrecorded(node: &Node) -> impl Fn(LogError) -> Refusal {
    move |error| {
        Refusal::unavailable(format!(
            "{} was not called: the call cannot be recorded: {error}",
            node.name
        ))
    }
}
