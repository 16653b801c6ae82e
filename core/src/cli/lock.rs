//! `lock` and `diff`

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{Exit, Failure, args, complain, say};
use crate::app::{App, Options};
use crate::contract::{Address, Change, Impact, LOCK, Lock, ask, changes, demanded};
use crate::project::Projection;

pub(super) fn lock(app: &App, args: &args::Args, lock: &args::Lock) -> Result<Exit, Failure> {
    let (locked, default) = if let Some(address) = lock.peer.address() {
        let server = of_server(&address)?;
        let file = PathBuf::from(format!("{}.lock", file_name(&server.name)));
        (server, file)
    } else {
        let projection = app.projection(&args.options())?;
        (of_projection(&projection)?, projection.instance.dir.join(LOCK))
    };
    let file = lock.file.clone().unwrap_or(default);
    locked.write(&file)?;
    say(&format!(
        "wrote {}: {} {}, {} tools\n",
        file.display(),
        locked.name,
        locked.version,
        locked.tools.len()
    ));
    let vacuous = locked.saying_nothing();
    if !vacuous.is_empty() {
        complain(&format!(
            "{} of them have an input schema that says nothing and accepts any call: {}",
            vacuous.len(),
            vacuous.join(", ")
        ));
    }
    Ok(Exit::Done)
}

/// What a server serves, in the generation without sessions where it speaks that.
pub(super) fn of_server(address: &Address) -> Result<Lock, Failure> {
    let said = ask(address)?;
    let last = said.last().ok_or_else(|| Failure(format!("{address} said nothing")))?;
    Ok(Lock::of_server(last))
}

/// A name that may be a file's.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    let name: String = name.chars().map(plain).collect();
    if name.trim_matches('-').is_empty() { "server".to_owned() } else { name }
}

pub(super) fn diff(app: &App, args: &args::Args, diff: &args::Diff) -> Result<Exit, Failure> {
    let old = side(app, args, &diff.old)?;
    let new = side(app, args, &diff.new)?;
    let changes = changes(&old, &new);
    let step = demanded(&old.version, &new.version, &changes);
    if diff.json {
        let step = step.clone().map(|step| step.map(|(_, least)| least)).unwrap_or_default();
        let json = serde_json::json!({
            "from": old.version, "to": new.version, "changes": changes, "leastVersion": step,
        });
        say(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else {
        say(&text(&changes));
    }
    match step {
        Ok(None) => {}
        Ok(Some((step, least))) => complain(&format!(
            "{} {} to {}: these changes demand {step}, {least} at least",
            new.name, old.version, new.version
        )),
        Err(why) => complain(&format!("the step of the version cannot be judged: {why}")),
    }
    Ok(if changes.iter().any(|change| change.impact == Impact::Undetermined) {
        Exit::Undetermined
    } else if changes.iter().any(is_breaking) {
        Exit::Failed
    } else {
        Exit::Done
    })
}

fn is_breaking(change: &Change) -> bool {
    matches!(change.impact, Impact::Breaking | Impact::BreakingForUndeclaredKeys)
}

/// A lock, or what an instance would lock.
fn side(app: &App, args: &args::Args, path: &Path) -> Result<Lock, Failure> {
    if !path.is_dir() {
        return Ok(Lock::read(path)?);
    }
    let options = Options { instance: Some(path.to_owned()), ..args.options() };
    of_projection(&app.projection(&options)?)
}

/// What an instance serves, where that is known.
fn of_projection(projection: &Projection) -> Result<Lock, Failure> {
    if projection.undetermined.is_empty() {
        return Ok(Lock::of_projection(projection));
    }
    Err(Failure(format!(
        "{}: {} nodes are undetermined, so what is served is not known; `list` tells them",
        projection.instance.dir.display(),
        projection.undetermined.len()
    )))
}

fn text(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "no change that a caller could see\n".to_owned();
    }
    let mut text = String::new();
    for change in changes {
        let _ = writeln!(text, "{}: {}: {}", change.impact.as_str(), change.tool, change.message);
    }
    text
}
