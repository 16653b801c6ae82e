//! `export`

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Exit, Failure, args, complain, program, say};
use crate::app::App;
use crate::assemble::Namespace;

pub(super) fn run(app: &App, args: &args::Args, export: &args::Export) -> Result<Exit, Failure> {
    let wanted = node_files(&app.linked(&args.options())?)?;
    let there = files_in(&export.nodes)?;
    let stale: Vec<_> = there.keys().filter(|name| !wanted.contains_key(*name)).collect();
    let differs: Vec<_> =
        wanted.iter().filter(|(name, text)| there.get(*name) != Some(text)).collect();
    let shown = export.nodes.display();

    if export.check {
        for (name, _) in &differs {
            let what =
                if there.contains_key(*name) { "differs from" } else { "is missing, unlike" };
            complain(&format!("{shown}/{name} {what} what is linked"));
        }
        for name in &stale {
            complain(&format!("{shown}/{name} is of no function that is linked"));
        }
        if differs.is_empty() && stale.is_empty() {
            say(&format!("{shown} has the {} nodes that are linked\n", wanted.len()));
            return Ok(Exit::Done);
        }
        complain(&format!("to write them anew: {} export --nodes {shown}", program()));
        return Ok(Exit::Failed);
    }

    fs::create_dir_all(&export.nodes)?;
    for (name, text) in &differs {
        fs::write(export.nodes.join(name), text)?;
    }
    say(&format!("wrote {} of {} nodes to {shown}\n", differs.len(), wanted.len()));
    for name in stale {
        complain(&format!("{shown}/{name} is of no function that is linked; remove it"));
    }
    Ok(Exit::Done)
}

/// The nodes of the served instance that its functions declare, as files by name.
fn node_files(linked: &Namespace) -> Result<BTreeMap<String, String>, Failure> {
    let own = linked.entries.iter().filter(|entry| entry.instance == linked.instance);
    let (by_hand, own): (Vec<_>, Vec<_>) = own
        .partition(|entry| entry.function.is_some_and(|function| function.input_schema.is_some()));
    for entry in by_hand {
        complain(&format!(
            "{} has an `input_schema` of its own, which a file cannot declare: it is not exported",
            entry.node.id
        ));
    }
    own.into_iter()
        .map(|entry| {
            let text = serde_json::to_string_pretty(&entry.node)?;
            Ok((format!("{}.json", entry.node.id), text + "\n"))
        })
        .collect()
}

/// The node files of the folder; none where it is not there yet.
fn files_in(folder: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let mut files = BTreeMap::new();
    if !folder.exists() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json")
            && let Some(name) = path.file_name().and_then(|name| name.to_str())
        {
            files.insert(name.to_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(files)
}
