//! What a change means for those who call.

use serde::Serialize;
use serde_json::{Value, json};
use toolnode_schema::{Options, Verdict, compare};

use super::closed::closed;
use super::{Lock, Locked};
use crate::contract::calls::{of_calls, says_nothing};

/// What a change does to callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Impact {
    /// A call that was accepted is refused, an output may be something new, or a tool is gone.
    Breaking,
    /// A call that was accepted is refused only where it has keys that were never declared.
    BreakingForUndeclaredKeys,
    /// It cannot be said.
    Undetermined,
    /// What a model reads is another text: somebody should read it.
    Review,
    /// Nothing that was relied on is lost.
    Compatible,
}

/// A change of one tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What it does to callers.
    pub impact: Impact,
    /// The tool's served name.
    pub tool: String,
    /// What changed, in a sentence.
    pub message: String,
    /// A value that shows it: a call that was accepted, or an output that is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
}

impl Impact {
    /// The impact in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::BreakingForUndeclaredKeys => "breaking only for undeclared keys",
            Self::Undetermined => "undetermined",
            Self::Review => "review",
            Self::Compatible => "compatible",
        }
    }
}

/// All changes from one lock to another, the gravest first.
pub fn changes(old: &Lock, new: &Lock) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, locked) in &old.tools {
        match new.tools.get(name) {
            None => changes.push(change(Impact::Breaking, name, "the tool is gone".to_owned())),
            Some(now) => of_tool(name, locked, now, &mut changes),
        }
    }
    for name in new.tools.keys().filter(|name| !old.tools.contains_key(*name)) {
        changes.push(change(Impact::Compatible, name, "the tool is new".to_owned()));
    }
    changes.sort_by(|a, b| (a.impact, &a.tool, &a.message).cmp(&(b.impact, &b.tool, &b.message)));
    changes
}

fn of_tool(name: &str, old: &Locked, new: &Locked, changes: &mut Vec<Change>) {
    if old.input_schema != new.input_schema {
        changes.extend(input(name, &old.input_schema, &new.input_schema));
    }
    match (&old.output_schema, &new.output_schema) {
        (Some(old), Some(new)) if old != new => changes.extend(output(name, old, new)),
        (Some(_), None) => {
            let message = "it no longer says what it gives".to_owned();
            changes.push(change(Impact::Breaking, name, message));
        }
        (None, Some(_)) => {
            let message = "it says what it gives, which it did not before".to_owned();
            changes.push(change(Impact::Compatible, name, message));
        }
        _ => {}
    }
    if old.annotations != new.annotations {
        let message =
            format!("its hints were {} and are {}", json!(old.annotations), json!(new.annotations));
        let safe = |locked: &Locked| {
            let said = |key: &str| locked.annotations.get(key).and_then(Value::as_bool);
            (said("readOnlyHint").unwrap_or(false), !said("destructiveHint").unwrap_or(true))
        };
        let (before, after) = (safe(old), safe(new));
        // A client that asked no one before a call of a reading tool must ask now.
        let worse = (before.0 && !after.0) || (before.1 && !after.1 && !after.0);
        let impact = if worse { Impact::Breaking } else { Impact::Review };
        changes.push(change(impact, name, message));
    }
    if old.digest != new.digest {
        let message = "what a model reads of it changed; read it before it is approved".to_owned();
        changes.push(change(Impact::Review, name, message));
    }
}

/// What it takes: every call that was accepted must be accepted.
fn input(name: &str, old: &Value, new: &Value) -> Option<Change> {
    let (said_nothing, says_nothing) = (says_nothing(old), says_nothing(new));
    let (old, new) = (&of_calls(old), &of_calls(new));
    let comparison = compare(old, new, &Options::default());
    match comparison.a_in_b {
        Verdict::Yes => {
            let message = match &comparison.b_in_a {
                Verdict::Yes => return None,
                Verdict::No { .. } if says_nothing => {
                    "it takes more than before: any call at all, for its input schema says nothing"
                        .to_owned()
                }
                Verdict::No { witness } => format!("it takes more than before: {witness}"),
                Verdict::Unknown { reason, .. } => format!(
                    "it takes what it took before, and whether it takes more is not known: {reason}"
                ),
            };
            let witness = comparison.b_in_a.witness().cloned();
            Some(Change { witness, ..change(Impact::Compatible, name, message) })
        }
        Verdict::No { witness } => {
            let impact = match compare(&closed(old), new, &Options::default()).a_in_b {
                Verdict::Yes => Impact::BreakingForUndeclaredKeys,
                Verdict::No { .. } | Verdict::Unknown { .. } => Impact::Breaking,
            };
            let when = if said_nothing { ", when its input schema said nothing" } else { "" };
            let message = format!("it refuses the call {witness}, which it took before{when}");
            Some(Change { witness: Some(witness), ..change(impact, name, message) })
        }
        Verdict::Unknown { reason, .. } => {
            let message = format!("whether it takes what it took before is not known: {reason}");
            Some(change(Impact::Undetermined, name, message))
        }
    }
}

/// What it gives: nothing new may come.
fn output(name: &str, old: &Value, new: &Value) -> Option<Change> {
    let comparison = compare(new, old, &Options::default());
    match comparison.a_in_b {
        Verdict::Yes => comparison.b_in_a.witness().map(|_| {
            change(Impact::Compatible, name, "it gives less than it said before".to_owned())
        }),
        Verdict::No { witness } => {
            let message = format!("it may give {witness}, which it did not before");
            Some(Change { witness: Some(witness), ..change(Impact::Breaking, name, message) })
        }
        Verdict::Unknown { reason, .. } => {
            let message =
                format!("whether it gives only what it gave before is not known: {reason}");
            Some(change(Impact::Undetermined, name, message))
        }
    }
}

fn change(impact: Impact, tool: &str, message: String) -> Change {
    Change { impact, tool: tool.to_owned(), message, witness: None }
}
