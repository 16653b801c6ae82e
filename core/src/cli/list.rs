//! `list`

use std::fmt::Write;

use serde::Serialize;

use comfy_table::{ContentArrangement, Table, presets};

use super::{Exit, Failure, args, program, say};
use crate::app::App;
use crate::audit::{Verification, Verifications};
use crate::project::{ListedOmission, ListedTool, ListedUndetermined, Listing, Projection, Reason};

pub(super) fn run(app: &App, args: &args::Args, list: &args::List) -> Result<Exit, Failure> {
    let projection = app.projection(&args.options())?;
    let verifications = app.verifications(&args.options())?;
    if list.json {
        let Listing { tools, omitted, undetermined } = projection.listing();
        let tools = tools.into_iter().zip(&projection.nodes).map(|(tool, node)| Known {
            of: tool,
            verification: Some(verifications.as_ref().map(|all| all.of(node)).unwrap_or_default()),
        });
        let listing = Verified { tools: tools.collect(), omitted, undetermined };
        say(&format!("{}\n", serde_json::to_string_pretty(&listing)?));
    } else {
        say(&text(&projection, verifications.as_ref()));
    }
    Ok(if projection.undetermined.is_empty() { Exit::Done } else { Exit::Undetermined })
}

/// What is listed, and what is known of it.
#[derive(Serialize)]
struct Verified<'a> {
    tools: Vec<Known<ListedTool<'a>>>,
    omitted: Vec<ListedOmission<'a>>,
    undetermined: Vec<ListedUndetermined<'a>>,
}

/// Something with what is known of whether it works.
#[derive(Serialize)]
pub(super) struct Known<T> {
    #[serde(flatten)]
    pub(super) of: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) verification: Option<Verification>,
}

fn text(projection: &Projection, verifications: Option<&Verifications>) -> String {
    let instance = &projection.instance;
    let mut text = format!(
        "{} {}: {} served, {} omitted, {} undetermined\n",
        instance.name,
        instance.version,
        projection.nodes.len(),
        projection.omitted.len(),
        projection.undetermined.len()
    );
    if !projection.nodes.is_empty() {
        let mut table = table();
        for node in &projection.nodes {
            let mut row = vec![node.name.as_str(), node.arm.kind().as_str()];
            // Without a record nothing is known, and a column that says so of every tool says nothing.
            row.extend(verifications.map(|all| all.of(node).state.as_str()));
            row.push(&node.entry.node.summary);
            table.add_row(row);
        }
        let _ = write!(text, "\n{}\n", table.trim_fmt());
    }
    section(
        &mut text,
        "Omitted",
        projection.omitted.iter().map(|omitted| (omitted.id.as_str(), omitted.reasons.as_slice())),
    );
    section(
        &mut text,
        "Undetermined",
        projection.undetermined.iter().map(|undetermined| {
            let name = undetermined.id.as_deref().unwrap_or(&undetermined.source);
            (name, undetermined.reasons.as_slice())
        }),
    );
    let program = program();
    let _ = match projection.nodes.first() {
        Some(node) if projection.undetermined.is_empty() => writeln!(
            text,
            "\nNext: {program} call {} (--help tells how to pass arguments), or {program} serve",
            node.name
        ),
        _ => writeln!(text, "\nNext: {program} show ID tells more about one of them"),
    };
    text
}

fn section<'a>(
    text: &mut String,
    title: &str,
    rows: impl ExactSizeIterator<Item = (&'a str, &'a [Reason])>,
) {
    if rows.len() == 0 {
        return;
    }
    let mut table = table();
    for (name, reasons) in rows {
        for (index, reason) in reasons.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            table.add_row([name, &reason.to_string()]);
        }
    }
    let _ = write!(text, "\n{title}:\n{}\n", table.trim_fmt());
}

/// Columns without borders; the last one wraps.
fn table() -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width());
    table
}

/// The terminal's width where a shell tells it, else what fits anywhere.
fn width() -> u16 {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100).max(60)
}
