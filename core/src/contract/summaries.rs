//! *summaries*: what a model reads of a tool says what it is about, and nothing to the model.

use std::borrow::Cow;
use std::collections::BTreeMap;

use toolnode_rules::naming::{Name, breaches, propose};
use toolnode_rules::summary;

use super::{Finding, Level, Row, RowName, Subject, names};
use crate::assemble::Entry;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let entries = &subject.namespace.entries;
    let mut same: BTreeMap<String, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        same.entry(summary::same_key(&entry.node.summary)).or_default().push(entry);
    }
    let mut findings: Vec<_> = entries.iter().flat_map(|entry| of_entry(subject, entry)).collect();
    for entries in same.values().filter(|entries| entries.len() > 1) {
        findings.extend(entries.iter().map(|entry| duplicate(entry, entries)));
    }
    Row::of(RowName::Summaries, findings, "each names its subject and differs from the others")
}

fn of_entry(subject: &Subject<'_>, entry: &Entry) -> Vec<Finding> {
    let node = &entry.node;
    let warning = |code: &str, message: String| Finding::of(entry, Level::Warning, code, message);
    let mut findings = Vec::new();
    if summary::is_one_word(&node.summary) {
        let message =
            format!("the summary of `{}` is one word, which tells a model nothing", node.id);
        findings.push(warning("summary-word", message));
    } else {
        let id = mended(subject, entry);
        let missing = summary::unnamed(&id, &node.summary);
        if !missing.is_empty() {
            let message = format!(
                "the first clause of the summary of `{}` does not name its subject: \"{}\" has no `{}`",
                node.id,
                summary::first_clause(&node.summary),
                missing.join("`, `"),
            );
            let finding = warning("summary-subject", message).about(missing.join(" "));
            findings.push(finding.propose(with_subject(&id, &node.summary)));
        }
    }
    let length = node.summary.chars().count();
    if length > summary::MAX_SUMMARY {
        let message = format!(
            "the summary of `{}` has {length} characters, and clients cut it after {}; say less, or say it of the inputs",
            node.id,
            summary::MAX_SUMMARY
        );
        findings.push(warning("summary-long", message));
    }
    let descriptions = node
        .io
        .inputs
        .iter()
        .filter_map(|input| Some((Some(input.name.as_str()), input.description.as_deref()?)));
    for (input, text) in std::iter::once((None, node.summary.as_str())).chain(descriptions) {
        let Some(sentence) = summary::instruction(text) else { continue };
        let whose = match input {
            None => format!("the summary of `{}`", node.id),
            Some(input) => format!("the description of `{input}` of `{}`", node.id),
        };
        let message = format!(
            "{whose} instructs the model beyond the use of the tool: \"{}\"; say what the tool does, and leave the rest to the skill",
            sentence.replace('\n', " ")
        );
        let finding = warning("summary-instructs", message);
        findings.push(match input {
            None => finding,
            Some(input) => finding.about(input),
        });
    }
    findings
}

/// The id as it would follow the rule: what has no place in the name need not be in the summary either.
fn mended<'a>(subject: &'a Subject<'_>, entry: &'a Entry) -> Cow<'a, str> {
    let programs = names::programs(entry);
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let verbs = names::verbs(subject, entry);
    let name = Name { id: &entry.node.id, programs: &programs, verbs: &verbs };
    if breaches(&name).is_empty() {
        return Cow::Borrowed(&entry.node.id);
    }
    let mended = propose(&name, &names::hints(entry), |_| false);
    mended.map_or(Cow::Borrowed(&entry.node.id), Cow::Owned)
}

/// `A bean: …`, with what was there behind the colon.
fn with_subject(id: &str, summary: &str) -> String {
    let words: Vec<&str> = id.split('-').filter(|word| !word.is_empty()).collect();
    let subject = match words.as_slice() {
        [subject @ .., _] if !subject.is_empty() => subject.join(" "),
        all => all.join(" "),
    };
    let article = if subject.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    let sentence = summary::first_clause(summary);
    let mut letters = sentence.chars();
    let rest = letters.next().map(|first| first.to_lowercase().chain(letters).collect::<String>());
    format!("{article} {subject}: {} …", rest.unwrap_or_default())
}

fn duplicate(entry: &Entry, all: &[&Entry]) -> Finding {
    let others: Vec<_> = all
        .iter()
        .filter(|other| !std::ptr::eq(**other, entry))
        .map(|other| format!("`{}`", other.node.id))
        .collect();
    let message = format!(
        "the summary of `{}` is that of {}, too; a model cannot tell them apart",
        entry.node.id,
        some_of(&others)
    );
    Finding::of(entry, Level::Warning, "summary-duplicate", message)
}

/// A few, and how many more.
pub(super) fn some_of(names: &[String]) -> String {
    const FEW: usize = 4;
    match names.len() {
        count if count > FEW => {
            format!("{} and {} more", names[..FEW - 1].join(", "), count + 1 - FEW)
        }
        _ => names.join(", "),
    }
}
