//! *authority*: roles carry skills that are there, tools require permissions that are there, and somebody may call each tool.

use toolnode_rules::suggest;

use super::{Finding, Level, Row, RowName, RowState, Source, Subject};
use crate::authority::{Roles, may_call};

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let Some(roles) = subject.roles else {
        let mut row = Row::of(RowName::Authority, Vec::new(), "");
        row.state = RowState::NotConfigured;
        "there is no roles file, so every caller may call every tool".clone_into(&mut row.why);
        return row;
    };
    let mut findings = unknown_skills(subject, roles);
    findings.extend(unknown_permissions(subject, roles));
    findings.extend(nobody(subject, roles));
    let file = roles.file();
    let agreed = format!(
        "actors: {}; roles: {}; each tool may be called by somebody",
        file.actors.len(),
        file.roles.len()
    );
    Row::of(RowName::Authority, findings, agreed)
}

/// A slip in the name of a skill takes it from everybody who has the role.
fn unknown_skills(subject: &Subject<'_>, roles: &Roles) -> Vec<Finding> {
    // Where skills could not be read, that is told elsewhere, and nothing can be said of them here.
    if subject.members.iter().any(|member| !member.skills.unread.is_empty()) {
        return Vec::new();
    }
    let known: Vec<&str> = subject
        .members
        .iter()
        .flat_map(|member| member.skills.read.iter().map(|skill| skill.name.as_str()))
        .collect();
    let mut findings = Vec::new();
    for (role, place) in roles.places() {
        for skill in role.skills.iter().filter(|skill| !known.contains(&skill.as_str())) {
            findings.push(Finding {
                code: "unknown-skill".to_owned(),
                level: Level::Warning,
                instance: subject.namespace.instance.name.clone(),
                subject: role.id.clone(),
                about: Some(skill.clone()),
                source: Some(Source::at(place)),
                message: format!(
                    "the role {} carries the skill {skill}, which no instance here has",
                    role.id
                ),
                proposal: suggest::did_you_mean(skill, known.iter().copied())
                    .map(|near| format!("`{near}`")),
            });
        }
    }
    findings
}

/// A permission that is declared nowhere is held by nobody.
fn unknown_permissions(subject: &Subject<'_>, roles: &Roles) -> Vec<Finding> {
    let known: Vec<&str> =
        roles.file().permissions.iter().map(|permission| permission.id.as_str()).collect();
    let mut findings = Vec::new();
    for entry in &subject.namespace.entries {
        let required = entry.node.requires.permissions.iter();
        for permission in required.filter(|permission| !known.contains(&permission.as_str())) {
            let message = format!(
                "{} requires the permission {permission}, which the roles file does not have, so nobody may call it",
                entry.node.id
            );
            let mut finding = Finding::of(entry, Level::Error, "unknown-permission", message)
                .about(permission.as_str());
            if let Some(near) = suggest::did_you_mean(permission, known.iter().copied()) {
                finding = finding.propose(format!("`{near}`"));
            }
            findings.push(finding);
        }
    }
    findings
}

/// A tool that is served and that no actor may call in any role.
fn nobody(subject: &Subject<'_>, roles: &Roles) -> Vec<Finding> {
    let actors = &roles.file().actors;
    let closed = subject.projection.nodes.iter().filter(|node| {
        let asked = || (&node.entry.node).into();
        !actors.iter().any(|actor| may_call(roles, Some(&actor.id), None, asked()))
    });
    closed
        .map(|node| {
            let message = format!("{} is served, and no actor may call it", node.name);
            Finding::of(&node.entry, Level::Warning, "nobody-may-call", message)
        })
        .collect()
}
