//! `exercise`

use std::fmt::Write;

use toolnode_rules::text::escaped;

use super::{Exit, Failure, args, complain, say, show};
use crate::app::App;
use crate::exercise::{Ask, Exercised, State, exercise};
use crate::project::Found;

pub(super) fn run(app: &App, args: &args::Args, ask: &args::Exercise) -> Result<Exit, Failure> {
    if args.host.is_some() {
        return Err(Failure("with --host nothing runs; leave it out".to_owned()));
    }
    let options = args.options();
    let mut names = Vec::new();
    if !ask.names.is_empty() {
        let projection = app.projection(&options)?;
        for name in &ask.names {
            match show::find(&projection, name)?.as_slice() {
                [Found::Served(node)] => names.push(node.name.clone()),
                _ => {
                    return Err(Failure(format!(
                        "{name} is not served here; `show {name}` says why"
                    )));
                }
            }
        }
    }
    let mut caller = app.deployment(&options)?.caller;
    ask.caller.over(&mut caller);
    let ask_for = Ask { names, writes: ask.writes, in_place: ask.in_place, caller };
    let exercised = exercise(app, &options, &ask_for)?;
    if ask.json {
        say(&format!("{}\n", serde_json::to_string_pretty(&exercised)?));
    } else {
        say(&text(&exercised));
    }
    if !exercised.recorded && exercised.passed + exercised.failed + exercised.refused > 0 {
        complain(
            "nothing of this is on record, since the deployment keeps none: `[audit] file` in toolnode.deploy.toml",
        );
    }
    Ok(match (exercised.passed, exercised.failed, exercised.refused) {
        (_, 1.., _) => Exit::Failed,
        (0, 0, _) | (_, _, 1..) => Exit::Undetermined,
        _ => Exit::Done,
    })
}

fn text(exercised: &Exercised) -> String {
    let mut text = String::new();
    for shown in &exercised.results {
        let state = match shown.state {
            State::Passed => "passed",
            State::Failed => "failed",
            State::Refused => "refused",
            State::Skipped => "skipped",
        };
        let _ = write!(text, "{state:<8} {}", shown.tool);
        if !shown.example.is_empty() {
            let _ = write!(text, ", {:?}", shown.example);
        }
        if let Some(why) = &shown.why {
            let _ = write!(text, ": {}", escaped(why));
        }
        text.push('\n');
    }
    let Exercised { passed, failed, refused, skipped, .. } = exercised;
    let _ = write!(text, "{passed} passed, {failed} failed, ");
    if *refused > 0 {
        let _ = write!(text, "{refused} refused, ");
    }
    let _ = writeln!(text, "{skipped} skipped");
    text
}
