//! *satisfaction*: every skill that a node names is there, and every skill that is there can be exercised.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use toolnode_rules::suggest;

use super::summaries::some_of;
use super::{Finding, Level, Member, Row, RowName, RowState, Source, Subject};
use crate::assemble::{Entry, Owner};
use crate::fault::Location;
use crate::project::{Code, Projection};

/// A skill: name of its instance, and its own.
type Key<'a> = (&'a str, &'a str);

pub(super) fn row(subject: &Subject<'_>) -> Row {
    if subject.members.is_empty() {
        let mut row = Row::of(
            RowName::Satisfaction,
            Vec::new(),
            "there is no toolnode.toml, so there are no skills",
        );
        row.state = RowState::NotConfigured;
        return row;
    }
    let mut findings: Vec<_> = subject.members.iter().flat_map(of_files).collect();
    let mut satisfied: BTreeMap<Key<'_>, BTreeSet<usize>> = BTreeMap::new();
    for (index, entry) in subject.namespace.entries.iter().enumerate() {
        let seen = seen_by(subject, &entry.instance);
        for skill in &entry.node.satisfies {
            match owner_of(&seen, skill) {
                Some(member) => {
                    let key = (member.owner.name.as_str(), skill.as_str());
                    satisfied.entry(key).or_default().insert(index);
                }
                None => findings.push(unresolved(subject, entry, skill, &seen)),
            }
        }
    }
    let standing = standing(subject.projection);
    let mut open = 0;
    for member in subject.members {
        for skill in &member.skills.read {
            let none = BTreeSet::new();
            let key = (member.owner.name.as_str(), skill.name.as_str());
            let indices = satisfied.get(&key).unwrap_or(&none);
            let nodes: Vec<_> = indices
                .iter()
                .filter_map(|index| {
                    let entry = &subject.namespace.entries[*index];
                    Some((entry.as_ref(), standing.get(&Arc::as_ptr(entry))?))
                })
                .collect();
            let is = |wanted: fn(&Standing) -> bool| nodes.iter().any(|(_, state)| wanted(state));
            if is(|state| matches!(state, Standing::Served)) {
                continue;
            }
            if is(|state| matches!(state, Standing::Unjudged)) {
                open += 1;
            }
            findings.push(unsatisfied(member, &skill.name, &skill.location, &nodes));
        }
    }
    let unread = subject.members.iter().map(|member| member.skills.unread.len()).sum::<usize>();
    let count = subject.members.iter().map(|member| member.skills.read.len()).sum::<usize>();
    let agreed = match count {
        1 => "1 skill, with a tool that is served or a way by hand".to_owned(),
        count => format!("{count} skills, each with a tool that is served or a way by hand"),
    };
    let row = Row::of(RowName::Satisfaction, findings, agreed);
    match (open, unread) {
        (0, 0) => row,
        (0, unread) => row.could_not_check(format!("{unread} skills could not be read")),
        (open, _) => row.could_not_check(format!(
            "of {open} skills it cannot be told, since their tools could not be judged"
        )),
    }
}

/// How a node stands, as far as skills are concerned.
enum Standing {
    Served,
    ByHand,
    Omitted(String),
    Unjudged,
}

fn standing(projection: &Projection) -> BTreeMap<*const Entry, Standing> {
    let mut all = BTreeMap::new();
    all.extend(projection.nodes.iter().map(|node| (Arc::as_ptr(&node.entry), Standing::Served)));
    for omitted in &projection.omitted {
        // What has no node satisfies nothing.
        let Some(entry) = &omitted.entry else { continue };
        let is_manual = entry.node.invoke.manual == Some(true);
        let only_by_hand = omitted.reasons.iter().all(|reason| reason.code == Code::ManualOnly);
        let codes: Vec<_> = omitted.reasons.iter().map(|reason| reason.code.to_string()).collect();
        let state = if only_by_hand || is_manual {
            Standing::ByHand
        } else {
            Standing::Omitted(codes.join(", "))
        };
        all.insert(Arc::as_ptr(entry), state);
    }
    let undetermined = projection.undetermined.iter().filter_map(|node| node.entry.as_ref());
    all.extend(undetermined.map(|entry| (Arc::as_ptr(entry), Standing::Unjudged)));
    all
}

fn unsatisfied(
    member: &Member,
    skill: &str,
    location: &Location,
    nodes: &[(&Entry, &Standing)],
) -> Finding {
    let ids = |wanted: fn(&Standing) -> bool| -> Vec<String> {
        let wanted = nodes.iter().filter(|(_, state)| wanted(state));
        wanted.map(|(entry, _)| format!("`{}`", entry.node.id)).collect()
    };
    let by_hand = ids(|state| matches!(state, Standing::ByHand));
    let unjudged = ids(|state| matches!(state, Standing::Unjudged));
    let omitted: Vec<_> = nodes
        .iter()
        .filter_map(|(entry, state)| match state {
            Standing::Omitted(codes) => Some(format!("`{}` ({codes})", entry.node.id)),
            _ => None,
        })
        .collect();
    let finding = |level, code: &str, message| Finding {
        code: code.to_owned(),
        level,
        instance: member.owner.name.clone(),
        subject: skill.to_owned(),
        about: None,
        source: Some(Source::at(location)),
        message,
        proposal: None,
    };
    if !unjudged.is_empty() {
        let message = format!(
            "it cannot be told whether the skill `{skill}` has a tool: {} could not be judged",
            some_of(&unjudged)
        );
        return finding(Level::Error, "skill-undetermined", message);
    }
    if !by_hand.is_empty() {
        let message =
            format!("the skill `{skill}` is exercised by hand only: {}", some_of(&by_hand));
        return finding(Level::Note, "by-hand", message);
    }
    let message = if omitted.is_empty() {
        format!("no tool satisfies the skill `{skill}`")
    } else {
        format!(
            "no tool that is served satisfies the skill `{skill}`; what would is omitted: {}",
            some_of(&omitted)
        )
    };
    let proposal = if omitted.is_empty() {
        "a tool with it in `satisfies`, or one with `manual = true` that says how"
    } else {
        "what the omitted tools lack"
    };
    finding(member.level_of_unsatisfied(), "unsatisfied", message).propose(proposal)
}

/// The instances whose skills a node sees: its own, then those that it depends on, in the order of their names at each step.
/// A crate without a `toolnode.toml` has no skills of its own; it speaks of those of the service.
pub(super) fn seen_by<'a>(subject: &Subject<'a>, owner: &Owner) -> Vec<&'a Member> {
    let first = subject.member(owner).or_else(|| {
        subject.members.iter().find(|m| m.owner.name == subject.namespace.instance.name)
    });
    let mut seen: Vec<&Member> = first.into_iter().collect();
    let mut next = 0;
    while let Some(member) = seen.get(next).copied() {
        next += 1;
        for name in member.settings.dependencies.keys() {
            let found = subject.members.iter().find(|member| member.owner.name == *name);
            seen.extend(
                found.filter(|found| seen.iter().all(|m| m.owner.name != found.owner.name)),
            );
        }
    }
    seen
}

/// The instance whose skill a name means.
pub(super) fn owner_of<'a>(seen: &[&'a Member], skill: &str) -> Option<&'a Member> {
    let has = |member: &&Member| {
        member.skills.read.binary_search_by(|known| known.name.as_str().cmp(skill)).is_ok()
    };
    seen.iter().copied().find(has)
}

fn unresolved(subject: &Subject<'_>, entry: &Entry, skill: &str, seen: &[&Member]) -> Finding {
    let known = seen.iter().flat_map(|member| &member.skills.read).map(|skill| skill.name.as_str());
    let near = suggest::did_you_mean(skill, known);
    // Of a crate alone nobody knows which skills there should be.
    let is_known = subject.member(&entry.instance).is_some();
    let (level, whose) = if is_known {
        (Level::Error, "there is no such skill here")
    } else {
        (Level::Note, "no toolnode.toml of its crate was read, so its skills are not known")
    };
    let message = format!("`{}` satisfies `{skill}`, and {whose}", entry.node.id);
    let code = if is_known { "unresolved-skill" } else { "unknown-skill" };
    let finding = Finding::of(entry, level, code, message).about(skill);
    match near {
        Some(near) => finding.propose(format!("`{near}`")),
        None if is_known => {
            finding.propose(format!("skills/{skill}.md, with `name: {skill}` and a `description`"))
        }
        None => finding,
    }
}

/// What is wrong with the files themselves.
fn of_files(member: &Member) -> Vec<Finding> {
    let finding = |level, code: &str, subject: &str, at: &Location, message: String| Finding {
        code: code.to_owned(),
        level,
        instance: member.owner.name.clone(),
        subject: subject.to_owned(),
        about: None,
        source: Some(Source::at(at)),
        message,
        proposal: None,
    };
    let mut findings = Vec::new();
    for unread in &member.skills.unread {
        for fault in &unread.faults {
            let file = unread.location.path.display().to_string();
            let mut found = finding(
                Level::Error,
                "invalid-skill",
                &file,
                &fault.location,
                fault.message.clone(),
            );
            found.about = Some(fault.message.clone());
            found.proposal.clone_from(&fault.help);
            findings.push(found);
        }
    }
    for pair in member.skills.read.windows(2).filter(|pair| pair[0].name == pair[1].name) {
        let message = format!(
            "two skills are called `{}`: the other one is at {}",
            pair[1].name, pair[0].location
        );
        findings.push(finding(
            Level::Error,
            "same-skill",
            &pair[1].name,
            &pair[1].location,
            message,
        ));
    }
    for plain in &member.skills.plain {
        let file = plain.path.display().to_string();
        let message = format!("{file} has no front matter, so it is no skill");
        findings.push(finding(Level::Note, "no-front-matter", &file, plain, message));
    }
    findings
}
