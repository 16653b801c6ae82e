//! `explain`

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Exit, Failure, args, say, show};
use crate::app::App;
use crate::assemble::Entry;
use crate::authority::{Ask, Decision, decide};
use crate::project::Found;

pub(super) fn run(app: &App, args: &args::Args, explain: &args::Explain) -> Result<Exit, Failure> {
    let options = args.options();
    let projection = app.projection(&options)?;
    let found = show::find(&projection, &explain.name)?;
    let entry = entry(&found, &explain.name)?;
    let Some(roles) = app.roles(&options)? else {
        return Err(Failure(format!(
            "{} has no roles file, so authority is not configured and every call is let in; write roles.json beside its toolnode.toml",
            projection.instance.name
        )));
    };
    let ask = Ask {
        actor: Some(&explain.actor),
        role: explain.role.as_deref(),
        skill: explain.skill.as_deref(),
    };
    let decision = decide(&roles, ask, (&entry.node).into());
    if explain.json {
        let json = json(explain, entry, &decision);
        say(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else {
        say(&text(explain, entry, &decision));
    }
    Ok(if decision.allowed() { Exit::Done } else { Exit::Refused })
}

/// The one node that is meant, whether it is served or not.
fn entry<'a>(found: &[Found<'a>], name: &str) -> Result<&'a Entry, Failure> {
    let entries = found.iter().map(|found| match found {
        Found::Served(node) => Some(&*node.entry),
        Found::Omitted(omitted) => omitted.entry.as_deref(),
        Found::Undetermined(undetermined) => undetermined.entry.as_deref(),
    });
    match entries.collect::<Vec<_>>().as_slice() {
        [Some(entry)] => Ok(entry),
        [_] => Err(Failure(format!("{name} could not be read, so nothing is known of its skills"))),
        several => Err(Failure(format!("{name} is declared {} times", several.len()))),
    }
}

fn text(explain: &args::Explain, entry: &Entry, decision: &Decision<'_>) -> String {
    let mut text = if decision.allowed() {
        format!("{} may call {}: {}\n", explain.actor, entry.name, decision.reason())
    } else {
        format!("{} may not call {}: {}\n", explain.actor, entry.name, decision.reason())
    };
    for step in &decision.chain {
        let _ = writeln!(text, "  yes  {step}");
    }
    if let Some(denial) = &decision.denial {
        let _ = writeln!(text, "  no   {denial}");
    }
    text
}

fn json(explain: &args::Explain, entry: &Entry, decision: &Decision<'_>) -> Value {
    let step =
        |step: &str, holds: bool, why: String| json!({"step": step, "holds": holds, "why": why});
    let mut chain: Vec<_> =
        decision.chain.iter().map(|held| step(held.code(), true, held.to_string())).collect();
    chain.extend(
        decision.denial.iter().map(|denial| step(denial.step(), false, denial.to_string())),
    );
    let mut json = json!({
        "allowed": decision.allowed(),
        "reason": decision.reason(),
        "chain": chain,
        "actor": explain.actor,
        "role": decision.role,
        "skill": decision.skill,
        "tool": entry.node.id,
    });
    if let Some(denial) = &decision.denial {
        json["code"] = denial.code().into();
    }
    json
}
