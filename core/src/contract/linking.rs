//! *linking*: the functions that files name and that `[in_process] expect` lists are in this binary.

use toolnode_rules::suggest;

use super::{Finding, Level, Row, RowName, RowState, Source, Subject};
use crate::assemble::{Entry, Missing};
use crate::project::{Code, Reason};
use crate::registry::ToolSpec;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let paths: Vec<String> = subject.linked.iter().map(|spec| path(spec)).collect();
    let mut findings = Vec::new();
    let mut unjudged = 0;
    for node in &subject.projection.undetermined {
        let reason = node.reasons.iter().find(|reason| reason.code == Code::Unlinked);
        if let (Some(entry), Some(reason)) = (&node.entry, reason) {
            unjudged += 1;
            findings.push(unlinked(entry, reason, Level::Error, &paths));
        }
    }
    for omitted in &subject.projection.omitted {
        let reason = omitted.reasons.iter().find(|reason| reason.code == Code::Unlinked);
        if let (Some(entry), Some(reason)) = (&omitted.entry, reason) {
            findings.push(unlinked(entry, reason, Level::Note, &paths));
        }
    }
    let is_allowed = |missing: &Missing| {
        subject
            .projection
            .omitted
            .iter()
            .any(|omitted| omitted.entry.is_none() && omitted.id == missing.what)
    };
    for missing in &subject.namespace.missing {
        findings.push(Finding {
            code: "expected-function".to_owned(),
            level: if is_allowed(missing) { Level::Note } else { Level::Error },
            instance: subject.namespace.instance.name.clone(),
            subject: missing.what.clone(),
            about: None,
            source: Some(Source::of(&missing.origin)),
            message: missing.message.clone(),
            proposal: near(&missing.what, &paths),
        });
    }
    let expected: usize =
        subject.members.iter().map(|member| member.settings.in_process.expect.len()).sum();
    let is_named = |entry: &Entry| entry.node.invoke.in_process.is_some();
    let named = subject.namespace.entries.iter().filter(|entry| is_named(entry)).count();
    let agreed =
        format!("linked functions: {}; named by nodes: {named}; expected: {expected}", paths.len());
    let mut row = Row::of(RowName::Linking, findings, agreed);
    if paths.is_empty() && named == 0 && expected == 0 {
        row.state = RowState::NotConfigured;
        "no node names a function, and none is expected".clone_into(&mut row.why);
    }
    match unjudged {
        0 => row,
        1 => row.could_not_check("1 function that a node needs is not linked into this binary"),
        count => row.could_not_check(format!(
            "{count} functions that nodes need are not linked into this binary"
        )),
    }
}

fn unlinked(entry: &Entry, reason: &Reason, level: Level, paths: &[String]) -> Finding {
    let module = entry.node.invoke.in_process.as_ref().map_or("", |arm| arm.module.as_str());
    let message = format!("`{}`: {}", entry.node.id, reason.message);
    let finding = Finding::of(entry, level, "unlinked", message).about(module);
    Finding { proposal: near(module, paths), ..finding }
}

fn near(path: &str, paths: &[String]) -> Option<String> {
    suggest::did_you_mean(path, paths.iter().map(String::as_str)).map(|near| format!("`{near}`"))
}

fn path(spec: &ToolSpec) -> String {
    format!("{}::{}", spec.place.module, spec.place.function)
}
