//! What is kept of a call, written straight into a line of the log: this is on the way of every call.

use serde::Serialize;

use super::caller::Caller;
use super::{Policy, entry_node};
use crate::audit::{By, Event, Key, Outcome, Process, Record, members, node_digest, output_digest};
use crate::invoke::{Ended, Ending, Inputs, Prepared, build_argv};
use crate::node::secrets;
use crate::project::Node;
use crate::registry::Reply;

/// What every record of a node begins with.
pub(super) fn head(node: &Node) -> Vec<u8> {
    let mut head = Vec::new();
    member(&mut head, "tool", &entry_node(node).id);
    member(&mut head, "name", &node.name);
    member(&mut head, "digest", &node_digest(node));
    member(&mut head, "instance", &node.entry.instance.name);
    member(&mut head, "version", &node.entry.instance.version);
    member(&mut head, "arm", node.arm.kind().as_str());
    head
}

fn member(line: &mut Vec<u8>, key: &str, value: &(impl Serialize + ?Sized)) {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(key.as_bytes());
    line.extend_from_slice(b"\":");
    // Nothing that is kept fails to be JSON.
    let _ = serde_json::to_writer(line, value);
}

/// A member whose text needs no escapes.
fn plain(line: &mut Vec<u8>, key: &str, text: &str) {
    for part in [",\"", key, "\":\"", text, "\""] {
        line.extend_from_slice(part.as_bytes());
    }
}

fn maybe(line: &mut Vec<u8>, key: &str, value: Option<&(impl Serialize + ?Sized)>) {
    if let Some(value) = value {
        member(line, key, value);
    }
}

/// The line before a call runs.
pub(super) struct Beginning<'a> {
    pub(super) policy: &'a Policy,
    pub(super) node: &'a Node,
    pub(super) caller: &'a Caller<'a>,
    pub(super) prepared: &'a Prepared,
    pub(super) key: &'a Key,
    pub(super) id: &'a str,
    pub(super) started: &'a str,
}

impl Beginning<'_> {
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        let Self { policy, node, caller, prepared, .. } = *self;
        line.extend_from_slice(b",\"kind\":\"start\"");
        plain(line, "id", self.id);
        if let Some(head) = policy.heads.get(&node.name) {
            line.extend_from_slice(head);
        }
        maybe(line, "skill", caller.skill);
        let by = caller.by(policy);
        if by != By::default() {
            member(line, "by", &by);
        }
        plain(line, "authority", policy.authority());
        let context = caller.context();
        if context != Process::default() {
            member(line, "context", &context);
        }
        maybe(line, "example", caller.example);
        let inputs = prepared.inputs.as_object();
        let is_secret = secrets::has(entry_node(node));
        if is_secret {
            member(line, "inputs", &self.key.seal(node, inputs));
        } else {
            member(line, "inputs", inputs);
        }
        if let Some(argv) = &prepared.argv {
            let veiled = is_secret.then(|| {
                // A word that stands for a secret may break a rule of its place; then the words are left out.
                build_argv(node, &Inputs::veiled(self.key.veil(node, inputs))).ok()
            });
            let words = match &veiled {
                Some(veiled) => {
                    veiled.as_ref().map(|argv| argv.args.as_slice()).unwrap_or_default()
                }
                None => &argv.args,
            };
            let program = argv.program.to_string_lossy();
            let argv: Vec<&str> =
                std::iter::once(&*program).chain(words.iter().map(String::as_str)).collect();
            member(line, "argv", &argv);
        }
        plain(line, "started", self.started);
    }
}

/// The line after it.
pub(super) fn ending(line: &mut Vec<u8>, id: &str, finished: &str, ended: &Ended) {
    let (outcome, reason) = outcome(&ended.ending);
    end(line, id, finished, outcome, reason.as_deref(), ended.exit, Some(&ended.reply));
}

pub(super) fn end(
    line: &mut Vec<u8>,
    id: &str,
    finished: &str,
    outcome: Outcome,
    reason: Option<&str>,
    exit: Option<i32>,
    reply: Option<&Reply>,
) {
    line.extend_from_slice(b",\"kind\":\"end\"");
    plain(line, "id", id);
    plain(line, "outcome", outcome.as_str());
    maybe(line, "reason", reason);
    maybe(line, "exit", exit.as_ref());
    plain(line, "finished", finished);
    maybe(line, "output", reply.map(output_digest).as_ref());
}

fn outcome(ending: &Ending) -> (Outcome, Option<String>) {
    match ending {
        Ending::Ran => (Outcome::Ran, None),
        Ending::Failed(why) => (Outcome::Failed, Some(why.clone())),
        Ending::TimedOut => (Outcome::TimedOut, Some("it ran into its time limit".to_owned())),
        Ending::Cancelled => (Outcome::Cancelled, Some("the caller no longer waited".to_owned())),
        Ending::Undetermined(status) => {
            let why = format!(
                "it exited with status {status}, which says that nothing could be determined"
            );
            (Outcome::Undetermined, Some(why))
        }
    }
}

/// The line of a call that never ran.
pub(super) fn whole(line: &mut Vec<u8>, record: Record) {
    members(&Event::Whole(Box::new(record)), line);
}
