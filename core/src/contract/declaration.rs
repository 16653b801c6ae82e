//! *declaration*: whether every node can be judged, and what its types and its command make of its inputs.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Finding, Level, Row, RowName, Source, Subject, alike, types};
use crate::assemble::Entry;
use crate::node::{Arg, Input, Output};
use crate::project::{Code, Reason, Undetermined, Word, judge};
use crate::types::Type;

pub(super) fn row(subject: &Subject<'_>) -> Row {
    let mut findings = Vec::new();
    let mut undetermined = 0;
    for node in &subject.projection.undetermined {
        // Functions that are not linked have a row of their own.
        let reasons = node.reasons.iter().filter(|reason| reason.code != Code::Unlinked);
        let own: Vec<_> = reasons.map(|reason| unjudged(subject, node, reason)).collect();
        undetermined += usize::from(!own.is_empty());
        findings.extend(own);
    }
    let entries = &subject.namespace.entries;
    let mut decided = Decided::default();
    findings.extend(entries.iter().flat_map(|entry| of_entry(subject, entry, &mut decided)));
    findings.extend(alike::findings(entries));
    let row = Row::of(RowName::Declaration, findings, "every node can be judged, and holds");
    match undetermined {
        0 => row,
        1 => row.could_not_check("1 node could not be judged"),
        count => row.could_not_check(format!("{count} nodes could not be judged")),
    }
}

/// A reason for which it cannot be told whether a node should be served.
fn unjudged(subject: &Subject<'_>, node: &Undetermined, reason: &Reason) -> Finding {
    let code = reason.code.to_string();
    // The code of a reason may have its object behind a colon.
    let (code, about) = match code.split_once(':') {
        Some((code, about)) => (code.to_owned(), Some(about.to_owned())),
        None => (code, None),
    };
    let entry = node.entry.as_ref();
    let owner = entry.map_or(&subject.namespace.instance, |entry| &entry.instance);
    let read =
        subject.namespace.unread.iter().find(|unread| unread.location.to_string() == node.source);
    let source = match (entry, read) {
        (Some(entry), _) => Some(Source::of(&entry.origin)),
        (None, Some(unread)) => Some(Source::at(&unread.location)),
        (None, None) => None,
    };
    Finding {
        code,
        level: Level::Error,
        instance: owner.name.clone(),
        subject: node.id.clone().unwrap_or_else(|| node.source.clone()),
        about,
        source,
        message: reason.message.clone(),
        proposal: None,
    }
}

/// What each type is on a command line, by its IRI: a proof takes longer than all else here, and nodes share types.
#[derive(Default)]
struct Decided(HashMap<String, OnCommandLine>);

struct OnCommandLine {
    word: Word,
    leading_dash: Option<String>,
}

impl Decided {
    fn of(&mut self, ty: &Type) -> &OnCommandLine {
        self.0.entry(ty.iri.clone()).or_insert_with(|| OnCommandLine {
            word: judge(&ty.schema),
            leading_dash: types::leading_dash(&ty.schema),
        })
    }
}

fn of_entry(subject: &Subject<'_>, entry: &Entry, decided: &mut Decided) -> Vec<Finding> {
    let mut findings = Vec::new();
    let invoke = &entry.node.invoke;
    let has_command = invoke.shell.is_some() || invoke.container.is_some();
    let by_hand = invoke.manual == Some(true);
    if invoke.mcp.is_some() && !has_command && invoke.in_process.is_none() && !by_hand {
        let message = format!(
            "`{}` can only be reached through another MCP server, so it is declared and never served; say how to run it, or take the node out",
            entry.node.id
        );
        findings.push(Finding::of(entry, Level::Error, "mcp-only", message));
    }
    let by_hand_schema = entry.function.is_some_and(|function| function.input_schema.is_some());
    if by_hand_schema {
        let message = format!(
            "`{}` is served with an input schema that is written by hand: the types of its parameters are not what a caller is told",
            entry.node.id
        );
        findings.push(Finding::of(entry, Level::Note, "input-schema-given", message));
    }
    // What nobody is told need not say anything.
    for input in entry.node.io.inputs.iter().filter(|_| !by_hand_schema) {
        let Some(ty) = input_type(subject, entry, input) else { continue };
        findings.extend(vacuous(entry, "input", &input.name, &ty));
        if has_command {
            findings.extend(on_command_line(entry, input, &ty, decided));
        }
    }
    for output in &entry.node.io.outputs {
        let Some(ty) = output_type(subject, entry, output) else { continue };
        findings.extend(vacuous(entry, "output", &output.name, &ty));
    }
    findings
}

/// That a type cannot be had is told where nodes are judged.
fn input_type(subject: &Subject<'_>, entry: &Entry, input: &Input) -> Option<Arc<Type>> {
    let (iri, short) = (input.schema.as_deref(), input.type_name.as_deref());
    subject.namespace.types.port(&entry.documents, iri, short)?.ok()
}

fn output_type(subject: &Subject<'_>, entry: &Entry, output: &Output) -> Option<Arc<Type>> {
    let (iri, short) = (output.schema.as_deref(), output.type_name.as_deref());
    subject.namespace.types.port(&entry.documents, iri, short)?.ok()
}

fn vacuous(entry: &Entry, what: &str, port: &str, ty: &Type) -> Option<Finding> {
    types::is_vacuous(&ty.schema).then(|| {
        let message = format!(
            "the type of the {what} `{port}` of `{}` admits everything, so it says nothing to a caller: {}",
            entry.node.id, ty.iri
        );
        Finding::of(entry, Level::Warning, "vacuous-type", message)
            .about(port)
            .propose("say at least what `type` it is")
    })
}

/// What a command makes of an input, whichever arm would run on this host.
fn on_command_line(
    entry: &Entry,
    input: &Input,
    ty: &Type,
    decided: &mut Decided,
) -> Option<Finding> {
    let id = &entry.node.id;
    let Some(arg) = &input.arg else {
        let (level, then) = if input.required {
            (Level::Error, "a call must give it")
        } else {
            (Level::Warning, "a call may give it")
        };
        let message = format!(
            "the input `{}` of `{id}` never reaches the command: {then}, and nothing comes of it",
            input.name
        );
        let flag = format!("arg = {{ flag = \"--{}\" }}", input.name.replace('_', "-"));
        return Some(
            Finding::of(entry, level, "never-passed", message)
                .about(&input.name)
                .propose(format!("{flag}, or take the input out")),
        );
    };
    if matches!(arg, Arg::Stdin(_)) {
        return None;
    }
    let decided = decided.of(ty);
    match &decided.word {
        Word::Unsafe(why) => {
            let message = format!(
                "the input `{}` of `{id}` is put on the command line, and {why}",
                input.name
            );
            Some(
                Finding::of(entry, Level::Error, "unconstrained-argv", message)
                    .about(&input.name)
                    .propose("a type that admits only plain words, or arg = { stdin = true }"),
            )
        }
        Word::Flag => None,
        Word::Plain => {
            let (is_bare, place) = match arg {
                Arg::Flag(flag) => (!flag.joined, "joined = true"),
                Arg::Positional(arg) => (
                    !entry.node.invoke.terminator && !arg.lead.iter().any(|lead| lead == "-"),
                    "terminator = true, if the program honours `--`",
                ),
                Arg::Stdin(_) => return None,
            };
            let word = decided.leading_dash.as_ref().filter(|_| is_bare)?;
            let message = format!(
                "the type of the input `{}` of `{id}` admits {word:?}, which begins with `-`: a call with such a value is refused, since the program would take it for an option",
                input.name
            );
            Some(
                Finding::of(entry, Level::Warning, "leading-dash", message)
                    .about(&input.name)
                    .propose(format!("a type without a leading `-`, or {place}")),
            )
        }
    }
}
