//! `show`

use std::fmt::Write;

use super::list::Known;
use super::{Exit, Failure, args, say};
use crate::app::App;
use crate::audit::{Standing, Verification};
use crate::project::{Detail, Found, Projection};

pub(super) fn run(app: &App, args: &args::Args, show: &args::Show) -> Result<Exit, Failure> {
    let projection = app.projection(&args.options())?;
    let found = find(&projection, &show.name)?;
    let details: Vec<_> = found.iter().map(Found::detail).collect();
    let verifications = app.verifications(&args.options())?;
    let verification = |found: &Found<'_>| match found {
        Found::Served(node) => {
            Some(verifications.as_ref().map(|all| all.of(node)).unwrap_or_default())
        }
        Found::Omitted(_) | Found::Undetermined(_) => None,
    };
    if show.json {
        let values = details.iter().zip(&found);
        let values: Vec<_> =
            values.map(|(of, found)| Known { of, verification: verification(found) }).collect();
        // One object, as a program expects; several only where ids collide.
        let json = match values.as_slice() {
            [one] => serde_json::to_string_pretty(one)?,
            several => serde_json::to_string_pretty(several)?,
        };
        say(&format!("{json}\n"));
    } else {
        let texts = details.iter().zip(&found);
        let texts: Vec<_> = texts
            .map(|(detail, found)| text(detail, verification(found)))
            .collect::<Result<_, _>>()?;
        say(&texts.join("\n"));
    }
    let undetermined = details.iter().any(|detail| detail.state == "undetermined");
    Ok(if undetermined { Exit::Undetermined } else { Exit::Done })
}

/// The nodes that a name stands for, or what the name may have meant.
pub(super) fn find<'a>(projection: &'a Projection, name: &str) -> Result<Vec<Found<'a>>, Failure> {
    let found = projection.find(name);
    if !found.is_empty() {
        return Ok(found);
    }
    let mut message = format!("{} has no node {name:?}", projection.instance.name);
    match toolnode_rules::suggest::did_you_mean(name, projection.names()) {
        Some(meant) => message += &format!("; did you mean {meant:?}?"),
        None => message.push_str("; `list` names them all"),
    }
    Err(Failure(message))
}

fn text(detail: &Detail<'_>, verification: Option<Verification>) -> Result<String, Failure> {
    let mut text = String::new();
    let name = detail.name.or(detail.id).unwrap_or(&detail.source);
    let _ = writeln!(text, "{name}: {}", detail.state);
    if let Some(node) = &detail.node {
        let _ = writeln!(text, "\n  {}\n", node.summary.replace('\n', "\n  "));
    }
    let mut row = |key: &str, value: &str| {
        let _ = writeln!(text, "  {key:<12} {value}");
    };
    row("declared in", &detail.source);
    if let (Some(instance), Some(version)) = (detail.instance, detail.version) {
        row("instance", &format!("{instance} {version}"));
    }
    if let Some(node) = &detail.node {
        row("satisfies", &node.satisfies.join(", "));
    }
    if let Some(arm) = detail.arm {
        row("arm", arm);
    }
    if let Some(verification) = verification.filter(|one| one.state != Standing::Unverified) {
        row("works", &verification.to_string());
    }
    for (code, reason) in detail.codes.iter().zip(&detail.reasons) {
        row("reason", &format!("{code}: {reason}"));
    }
    for passed in &detail.passed_over {
        for (code, reason) in passed.codes.iter().zip(&passed.reasons) {
            row("passed over", &format!("{} ({code}: {reason})", passed.arm));
        }
    }
    for (title, schema) in [
        ("input schema", detail.input_schema.map(serde_json::to_string_pretty)),
        ("output schema", detail.output_schema.map(serde_json::to_string_pretty)),
    ] {
        if let Some(schema) = schema {
            let _ = writeln!(text, "\n  {title}:\n  {}", schema?.replace('\n', "\n  "));
        }
    }
    Ok(text)
}
