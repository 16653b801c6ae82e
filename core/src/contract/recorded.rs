//! *record*: every call of a log, judged by today's roles and nodes.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Finding, Level, Row, RowName};
use crate::audit::{Outcome, ReadError, Record, node_digest, records};
use crate::authority::{Ask, Roles, decide};
use crate::node::ToolNode;
use crate::project::Projection;

/// What is wrong with a record: level, code, instance, tool, and what of it.
type Kind = (Level, &'static str, String, String, String);

/// How often that was found, in which record first, and the sentence.
struct Told {
    count: u64,
    first: String,
    message: String,
}

/// A node as it is today, and its digest where it is served.
struct Today<'a> {
    node: &'a ToolNode,
    digest: Option<String>,
}

pub(super) fn row(
    projection: &Projection,
    roles: Option<&Roles>,
    log: &Path,
) -> Result<Row, ReadError> {
    let today = today(projection);
    let mut told: BTreeMap<Kind, Told> = BTreeMap::new();
    let mut count = 0_u64;
    records(log, |record| {
        count += 1;
        for (level, code, about, message) in judge(&today, roles, &record) {
            let kind = (level, code, record.instance.clone(), record.tool.clone(), about);
            told.entry(kind).and_modify(|told| told.count += 1).or_insert_with(|| Told {
                count: 1,
                first: record.id.clone(),
                message,
            });
        }
    })?;
    let findings = told.into_iter().map(|((level, code, instance, tool, about), told)| Finding {
        code: code.to_owned(),
        level,
        instance,
        subject: tool,
        about: Some(about),
        source: None,
        message: match told.count {
            1 => format!("{} (record {})", told.message, told.first),
            more => format!("{} ({more} records, the first is {})", told.message, told.first),
        },
        proposal: None,
    });
    let agreed = match roles {
        Some(_) => format!("records: {count}; all would be allowed today"),
        None => format!(
            "records: {count}; whether they were allowed is not judged, since there are no roles"
        ),
    };
    Ok(Row::of(RowName::Record, findings.collect(), agreed))
}

fn today(projection: &Projection) -> BTreeMap<(&str, &str), Today<'_>> {
    let mut today = BTreeMap::new();
    let omitted = projection.omitted.iter().filter_map(|omitted| omitted.entry.as_deref());
    let undetermined = projection.undetermined.iter().filter_map(|node| node.entry.as_deref());
    for entry in omitted.chain(undetermined) {
        let names = (entry.instance.name.as_str(), entry.node.id.as_str());
        today.insert(names, Today { node: &entry.node, digest: None });
    }
    for node in &projection.nodes {
        let entry = &node.entry;
        let names = (entry.instance.name.as_str(), entry.node.id.as_str());
        today.insert(names, Today { node: &entry.node, digest: Some(node_digest(node)) });
    }
    today
}

/// Everything that is wrong with one record, each with what it is about and a sentence.
fn judge(
    today: &BTreeMap<(&str, &str), Today<'_>>,
    roles: Option<&Roles>,
    record: &Record,
) -> Vec<(Level, &'static str, String, String)> {
    let Some(now) = today.get(&(record.instance.as_str(), record.tool.as_str())) else {
        let message = format!("{} of {} is there no more", record.tool, record.instance);
        return vec![(Level::Warning, "tool-gone", record.name.clone(), message)];
    };
    let mut found = Vec::new();
    let satisfied = |skill: &String| now.node.satisfies.contains(skill);
    if let Some(skill) = record.skill.as_ref().filter(|skill| !satisfied(skill)) {
        let message = format!("{} does not satisfy {skill} any more", record.tool);
        found.push((Level::Warning, "skill-gone", skill.clone(), message));
    }
    if now.digest.as_ref().is_some_and(|digest| *digest != record.digest) {
        let message = format!("{} has changed since it was called", record.tool);
        found.push((
            Level::Note,
            "node-changed",
            record.digest.chars().take(12).collect(),
            message,
        ));
    }
    let ran = !matches!(
        record.outcome,
        Outcome::RefusedPermission | Outcome::RefusedInput | Outcome::Unavailable
    );
    if let Some(roles) = roles.filter(|_| ran) {
        let ask = Ask {
            actor: record.by.actor.as_deref(),
            role: record.by.role.as_deref(),
            skill: record.skill.as_deref(),
        };
        if let Some(denial) = decide(roles, ask, now.node.into()).denial {
            let who = record.by.actor.as_deref().unwrap_or("nobody named");
            let message = format!(
                "{} was called by {who}, which today is not allowed: {denial}",
                record.tool
            );
            found.push((Level::Error, "not-allowed", format!("{who}: {}", denial.code()), message));
        }
    }
    found
}
