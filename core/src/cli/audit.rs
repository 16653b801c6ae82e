//! `audit`

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use toolnode_rules::text::escaped;

use super::{Exit, Failure, args, complain, say};
use crate::app::App;
use crate::audit::{Filter, Record, Stats, Verified, records, verify};
use crate::invoke::visible_json;

pub(super) fn run(app: &App, args: &args::Args, audit: &args::Audit) -> Result<Exit, Failure> {
    match &audit.what {
        args::AuditWhat::Verify(ask) => {
            let verified = verify(&log(app, args, ask.log.as_ref())?)?;
            if ask.json {
                say(&format!("{}\n", serde_json::to_string_pretty(&verified)?));
            } else {
                say(&text(&verified));
            }
            Ok(if verified.breaches.is_empty() { Exit::Done } else { Exit::Failed })
        }
        args::AuditWhat::Show(ask) => show(app, args, ask),
    }
}

/// The log that is named, or that of the deployment.
pub(super) fn log(
    app: &App,
    args: &args::Args,
    named: Option<&PathBuf>,
) -> Result<PathBuf, Failure> {
    if let Some(named) = named {
        return Ok(named.clone());
    }
    app.deployment(&args.options())?.audit.file.ok_or_else(|| {
        Failure("the deployment keeps no record; name a log, or write `[audit] file = \"audit.jsonl\"` into toolnode.deploy.toml".to_owned())
    })
}

fn text(verified: &Verified) -> String {
    let mut text = String::new();
    for repair in &verified.repairs {
        let _ = writeln!(text, "{}", repair.text());
    }
    for breach in &verified.breaches {
        let _ = writeln!(text, "{}", breach.text());
    }
    let (lines, files) = (verified.lines, verified.files);
    let _ = if verified.breaches.is_empty() {
        writeln!(
            text,
            "{lines} lines in {files} files are as they were written; the last is {} with hash {}",
            verified.last, verified.hash
        )
    } else {
        writeln!(
            text,
            "the log is not as it was written: {} breaches in {lines} lines of {files} files",
            verified.breaches.len()
        )
    };
    text
}

fn show(app: &App, args: &args::Args, ask: &args::AuditShow) -> Result<Exit, Failure> {
    let log = log(app, args, ask.log.as_ref())?;
    let filter = Filter {
        tool: ask.tool.clone(),
        actor: ask.actor.clone(),
        role: ask.role.clone(),
        skill: ask.skill.clone(),
        outcome: ask.outcome,
        since: ask.since.clone(),
        until: ask.until.clone(),
        process: ask.process.clone(),
    };
    if ask.stats {
        let mut stats = Stats::default();
        records(&log, |record| {
            if filter.admits(&record) {
                stats.add(&record);
            }
        })?;
        if ask.json {
            say(&format!("{}\n", serde_json::to_string_pretty(&stats)?));
        } else {
            say(&counted(&stats));
        }
        return Ok(Exit::Done);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut shown = 0_u64;
    let told = records(&log, |record| {
        if filter.admits(&record) {
            shown += 1;
            let line = if ask.json {
                visible_json(serde_json::to_string(&record).unwrap_or_default())
            } else {
                line(&record)
            };
            // A reader that is gone (`| head`) is no error.
            let _ = writeln!(out, "{line}");
        }
    });
    let _ = out.flush();
    drop(out);
    told?;
    if shown == 0 && !ask.json {
        complain(&format!("{} has no such record", log.display()));
    }
    Ok(Exit::Done)
}

/// One record for people, on one line: callers choose parts of it, and none may look like another record.
fn line(record: &Record) -> String {
    let by = match (&record.by.actor, &record.by.role) {
        (Some(actor), Some(role)) => format!("{actor} as {role}"),
        (Some(who), None) | (None, Some(who)) => who.clone(),
        (None, None) => "nobody named".to_owned(),
    };
    let mut line =
        format!("{} {:<18} {} by {by}", record.started, record.outcome.as_str(), record.name);
    if let Some(skill) = &record.skill {
        let _ = write!(line, ", {skill}");
    }
    if let Some(example) = &record.example {
        let _ = write!(line, ", example {example:?}");
    }
    if let Some(reason) = &record.reason {
        let _ = write!(line, ": {reason}");
    }
    escaped(&line).into_owned()
}

fn counted(stats: &Stats) -> String {
    let mut text = String::new();
    for (tool, of) in &stats.tools {
        let outcomes: Vec<_> =
            of.outcomes.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        let (tool, last) = (escaped(tool), escaped(&of.last));
        let _ = writeln!(text, "{tool}: {} calls: {}; last {last}", of.calls, outcomes.join(", "));
    }
    text
}
