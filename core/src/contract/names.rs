//! *names*: `<subject>_<verb>`, and nothing that is no part of what a tool does.

use std::collections::BTreeSet;

use toolnode_rules::naming::{Breach, Hints, Name, breaches, propose};

use super::{Finding, Level, Member, Row, RowName, Source, Subject};
use crate::assemble::Entry;
use crate::node::Shell;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let entries = &subject.namespace.entries;
    let mut findings: Vec<_> = subject.members.iter().flat_map(of_instance).collect();
    // What is proposed is free, and is proposed once.
    let mut taken: BTreeSet<(String, String)> =
        entries.iter().map(|entry| key(entry, &entry.node.id)).collect();
    for entry in entries {
        let own = of_entry(subject, entry, &taken);
        taken.extend(own.iter().filter_map(|f| f.proposal.as_ref()).map(|id| key(entry, id)));
        findings.extend(own);
    }
    let id = |finding: &Finding| (finding.instance.clone(), finding.subject.clone());
    let breaking: BTreeSet<_> =
        findings.iter().filter(|finding| finding.level != Level::Note).map(id).collect();
    let follow = entries.iter().filter(|entry| !breaking.contains(&key(entry, &entry.node.id)));
    let why = format!("{} of {} names follow the rule", follow.count(), entries.len());
    let mut row = Row::of(RowName::Names, findings, why.clone());
    row.why = why;
    row
}

fn key(entry: &Entry, id: &str) -> (String, String) {
    (entry.instance.name.clone(), id.to_owned())
}

fn of_entry(
    subject: &Subject<'_>,
    entry: &Entry,
    taken: &BTreeSet<(String, String)>,
) -> Vec<Finding> {
    let node = &entry.node;
    let member = subject.member(&entry.instance);
    let spec = subject.spec(entry);
    let verbs = verbs(subject, entry);
    let words = programs(entry);
    let programs: Vec<&str> = words.iter().map(String::as_str).collect();
    let name = Name { id: &node.id, programs: &programs, verbs: &verbs };
    let found = breaches(&name);
    if let Some(reason) = spec.and_then(|spec| spec.allow_name).filter(|_| !found.is_empty()) {
        let message = format!("the name `{}` is allowed: {reason}", entry.name);
        return vec![Finding::of(entry, Level::Note, "name-allowed", message)];
    }
    if found.is_empty() {
        return Vec::new();
    }
    let proposal = propose(&name, &hints(entry), |id| taken.contains(&key(entry, id)));
    let level = member.map_or(Level::Error, Member::level_of_names);
    let finding = |breach: &Breach| {
        let message = format!("the name `{}` {breach}", entry.name);
        let finding = Finding::of(entry, level, breach.code(), message);
        Finding { proposal: proposal.clone(), ..finding.about(breach.word()) }
    };
    found.iter().map(finding).collect()
}

/// The verbs that may end the name of a node beside the closed set: those of its instance, and its own where it says why.
pub(super) fn verbs<'a>(subject: &Subject<'a>, entry: &'a Entry) -> Vec<&'a str> {
    let declared = subject.member(&entry.instance).map(|member| &member.settings.verbs);
    let mut verbs: Vec<&str> =
        declared.into_iter().flat_map(|verbs| verbs.keys()).map(String::as_str).collect();
    if subject.spec(entry).is_some_and(|spec| spec.verb_reason.is_some()) {
        verbs.extend(entry.node.id.rsplit('-').next());
    }
    verbs
}

/// What a name is proposed from, beside the name.
pub(super) fn hints(entry: &Entry) -> Hints<'_> {
    let skill = entry.node.satisfies.first().map_or("", String::as_str);
    Hints { summary: &entry.node.summary, skill }
}

/// The programs that a node names: the first words of its commands.
pub(super) fn programs(entry: &Entry) -> Vec<String> {
    let invoke = &entry.node.invoke;
    let in_container = invoke.container.as_ref().and_then(|container| container.command.as_ref());
    let commands = [invoke.shell.as_ref(), in_container].into_iter().flatten();
    commands
        .filter_map(|command| match command {
            Shell::Words(words) => words.first().cloned(),
            // A line that needs a shell still begins with its program.
            Shell::Line(line) => match toolnode_rules::words::split(line) {
                Ok(words) => words.into_iter().next(),
                Err(_) => line.split_whitespace().next().map(str::to_owned),
            },
        })
        .collect()
}

/// The prefix, which is a part of every name of the instance.
fn of_instance(member: &Member) -> Vec<Finding> {
    let Some(prefix) = &member.owner.prefix else { return Vec::new() };
    // The prefix is one subject more: what it says is judged as if it stood in a name that is sound.
    let id = format!("{}-item-list", prefix.trim_end_matches(['_', '-']));
    breaches(&Name { id: &id, programs: &[], verbs: &[] })
        .iter()
        .map(|breach| Finding {
            code: breach.code().to_owned(),
            level: member.level_of_names(),
            instance: member.owner.name.clone(),
            subject: member.owner.name.clone(),
            about: Some(breach.word().to_owned()),
            source: Some(Source {
                file: member.file.display().to_string(),
                line: None,
                column: None,
            }),
            message: format!("the prefix `{prefix}` {breach}"),
            proposal: None,
        })
        .collect()
}
